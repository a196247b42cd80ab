// Reads [{module, guard, text, reading}] from standard input, writes for each what the guard says of its document: true,
// false, or a sentence where the guard fails or the ways to ask it do not agree.
import { pathToFileURL } from "node:url";

let input = "";
for await (const chunk of process.stdin) input += chunk;

async function verdict({ module, guard, text, reading }) {
  try {
    const loaded = await import(pathToFileURL(module).href);
    const value = JSON.parse(text);
    if (reading === "open") return read(loaded, guard, value);
    const accepted = loaded[`is${guard}`](value);
    const issues = loaded[`check${guard}`](value);
    const standard = await loaded[`${guard}Schema`]["~standard"].validate(value);
    if (accepted !== (issues.length === 0) || accepted !== (standard.issues === undefined)) {
      return `${guard}: guard, check and Standard Schema differ`;
    }
    return accepted;
  } catch (error) {
    return String(error);
  }
}

function read(loaded, guard, value) {
  try {
    return loaded[`read${guard}`](value) === value || `${guard}: something else comes back`;
  } catch (error) {
    if (error instanceof loaded.ContractError) return false;
    throw error;
  }
}

const verdicts = [];
for (const question of JSON.parse(input)) verdicts.push(await verdict(question));
process.stdout.write(JSON.stringify(verdicts));
