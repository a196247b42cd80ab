// Reads lines of {module, streams: [base64], written: [[line]], value} from standard input; writes for each what the
// generated reader says of each stream, and what the writer sends and refuses. In lines that are written "VALUE" stands
// for the value whose JSON is given.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

async function* pieces(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function* lines(bytes) {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    start = end < 0 ? bytes.length : end + 1;
  }
}

function verdict(reader) {
  const { state, lines: count, missing, means, progressLine } = reader.end;
  return [state, count, missing, means, progressLine];
}

async function answer({ module, streams, written: asked, value }) {
  const written = asked && JSON.parse(JSON.stringify(asked), (_, part) => (part === "VALUE" ? JSON.parse(value) : part));
  const loaded = await import(pathToFileURL(module).href);
  const verdicts = [];
  for (const text of streams ?? []) {
    const bytes = new Uint8Array(Buffer.from(text, "base64"));
    const reader = loaded.readStream(lines(bytes));
    for (const line of reader) void line;
    const waiting = loaded.readStreamAsync(loaded.linesOf(pieces(bytes, 7)));
    for await (const line of waiting) void line;
    verdicts.push([verdict(reader), verdict(waiting)]);
  }

  const texts = [];
  for (const attempts of written ?? []) {
    const sent = [];
    const refused = [];
    const writer = new loaded.StreamWriter((text) => sent.push(text));
    const waiting = new loaded.AsyncStreamWriter(async (text) => { await null; sent.push(text); });
    for (const [target, both] of [[writer, false], [waiting, true]]) {
      for (const line of attempts) {
        try {
          await target.write(line);
        } catch (error) {
          if (!both) refused.push(`${error.name}: ${error.message}`);
        }
      }
      try {
        await target.close();
      } catch (error) {
        if (!both) refused.push(`${error.name}: ${error.message}`);
      }
    }
    texts.push({ sent, refused });
  }
  return { verdicts, texts };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
