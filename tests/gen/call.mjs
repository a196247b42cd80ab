// Reads [{module, name, args}] from standard input, writes what each function returns or throws.
import { pathToFileURL } from "node:url";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const answers = [];
for (const { module, name, args } of JSON.parse(input)) {
  const loaded = await import(pathToFileURL(module).href);
  try {
    answers.push({ value: loaded[name](...args.map((one) => (one === null ? undefined : one.value))) });
  } catch (error) {
    const { name: kind, value, known, problems } = error;
    if (!["UnsupportedVersion", "ContractError", "RangeError", "Refused"].includes(kind)) throw error;
    answers.push({ thrown: kind, value, known, problems });
  }
}
process.stdout.write(JSON.stringify(answers));
