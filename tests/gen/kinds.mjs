// Reads texts of TypeScript from standard input as JSON; writes for each the kinds of its nodes, and its strings.
import ts from "typescript";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const told = JSON.parse(input).map((text) => {
  const file = ts.createSourceFile("types.ts", text, ts.ScriptTarget.ESNext, true);
  const kinds = [];
  const strings = [];
  const todo = [file];
  while (todo.length > 0) {
    const node = todo.pop();
    kinds.push(ts.SyntaxKind[node.kind]);
    if (ts.isStringLiteralLike(node)) strings.push(node.text);
    ts.forEachChild(node, (child) => void todo.push(child));
  }
  return { errors: file.parseDiagnostics.map((diagnostic) => diagnostic.messageText), kinds, strings };
});
process.stdout.write(JSON.stringify(told));
