// Reads lines of [{module, name, args}] from standard input, writes for each what its functions return or throw.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

for await (const line of createInterface({ input: process.stdin })) {
  const answers = [];
  for (const { module, name, args } of JSON.parse(line)) {
    const loaded = await import(pathToFileURL(module).href);
    try {
      answers.push({ value: loaded[name](...args.map((argument) => (argument === null ? undefined : argument.value))) });
    } catch (error) {
      const { name: kind, value, known, problems } = error;
      if (!["UnsupportedVersion", "ContractError", "RangeError", "Refused"].includes(kind)) throw error;
      answers.push({ thrown: kind, value, known, problems });
    }
  }
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
