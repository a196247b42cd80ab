// Reads {"strict": ..., "draft": ..., "cases": [{"schema": ..., "documents": [...]}]} and writes the verdicts of ajv.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(new URL("../typescript/package.json", import.meta.url));
const input = JSON.parse(readFileSync(0, "utf8"));
const Ajv = require(input.draft === "07" ? "ajv-8" : "ajv-8/dist/2020.js").default;
const options = { strict: false, strictSchema: input.strict, validateFormats: false, logger: false };
const answers = input.cases.map(({ schema, documents }) => {
  const validate = new Ajv(options).compile(schema);
  return documents.map((document) => validate(document));
});
process.stdout.write(JSON.stringify(answers));
