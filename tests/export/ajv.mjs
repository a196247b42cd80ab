// Reads lines {"strict": ..., "draft": ..., "cases": [{"schema": ..., "documents": [...]}]}, writes for each the verdicts of ajv.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(new URL("../typescript/package.json", import.meta.url));

for await (const line of createInterface({ input: process.stdin })) {
  const { strict, draft, cases } = JSON.parse(line);
  const Ajv = require(draft === "07" ? "ajv-8" : "ajv-8/dist/2020.js").default;
  const options = { strict: false, strictSchema: strict, validateFormats: false, logger: false };
  const answers = cases.map(({ schema, documents }) => {
    const validate = new Ajv(options).compile(schema);
    return documents.map((document) => validate(document));
  });
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
