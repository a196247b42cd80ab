// Reads [{module, guard, text}] from standard input, writes whether each guard accepts its document.
import { pathToFileURL } from "node:url";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const questions = JSON.parse(input);
const verdicts = [];
for (const { module, guard, text } of questions) {
  const loaded = await import(pathToFileURL(module).href);
  const value = JSON.parse(text);
  const accepted = loaded[`is${guard}`](value);
  const issues = loaded[`check${guard}`](value);
  const standard = await loaded[`${guard}Schema`]["~standard"].validate(value);
  if (accepted !== (issues.length === 0) || accepted !== (standard.issues === undefined)) {
    throw new Error(`${guard}: guard, check and Standard Schema differ on ${text}`);
  }
  verdicts.push(accepted);
}
process.stdout.write(JSON.stringify(verdicts));
