// Judges a document, or the lines of a stream, while it is typed. What is judged stands in the page; nothing is sent.
"use strict";
const TryIt = (() => {
  class Malformed extends Error {
    constructor(message, at) {
      super(message);
      this.at = at;
    }
  }

  // A parser of JSON (RFC 8259) that keeps where each value stands, and refuses a name that an object has twice.
  const parse = (text) => {
    const places = new Map();
    let at = 0;
    const fail = (message) => { throw new Malformed(message, at); };
    const space = () => { while (" \t\n\r".includes(text[at] ?? "x")) at++; };
    const string = () => {
      const found = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
      found.lastIndex = at;
      const match = found.exec(text);
      if (!match) fail("a text in double quotes is expected here, without raw control characters");
      at += match[0].length;
      return JSON.parse(match[0]);
    };
    const members = (pointer, depth) => {
      const value = {}, seen = new Set();
      at++;
      space();
      if (text[at] === "}") { at++; return value; }
      for (;;) {
        space();
        const start = at, name = string();
        if (seen.has(name)) { at = start; fail(`the object has the name ${JSON.stringify(name)} twice`); }
        seen.add(name);
        space();
        if (text[at] !== ":") fail("a colon is expected here");
        at++;
        const inner = element(`${pointer}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`, depth + 1);
        Object.defineProperty(value, name, { value: inner, enumerable: true, configurable: true, writable: true });
        space();
        if (text[at] === ",") { at++; continue; }
        if (text[at] === "}") { at++; return value; }
        fail("a comma or a closing brace is expected here");
      }
    };
    const items = (pointer, depth) => {
      const value = [];
      at++;
      space();
      if (text[at] === "]") { at++; return value; }
      for (;;) {
        value.push(element(`${pointer}/${value.length}`, depth + 1));
        space();
        if (text[at] === ",") { at++; continue; }
        if (text[at] === "]") { at++; return value; }
        fail("a comma or a closing bracket is expected here");
      }
    };
    const element = (pointer, depth) => {
      if (depth > 128) fail("the document is nested more than 128 deep");
      space();
      const start = at;
      let value;
      if (text[at] === "{") value = members(pointer, depth);
      else if (text[at] === "[") value = items(pointer, depth);
      else if (text[at] === '"') value = string();
      else {
        const found = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![A-Za-z0-9_.+-])/y;
        found.lastIndex = at;
        const match = found.exec(text);
        if (!match) fail(at < text.length ? "this is not JSON" : "the document ends here too early");
        at += match[0].length;
        value = JSON.parse(match[0]);
      }
      places.set(pointer, [start, at]);
      return value;
    };
    const value = element("", 0);
    space();
    if (at < text.length) fail("something follows the document");
    return { value, places };
  };

  // Errors that only say that something inside is wrong: the inner ones say what.
  const OUTER = new Set(["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items",
    "prefixItems", "additionalItems", "unevaluatedItems", "allOf", "$ref", "$recursiveRef", "if", "then", "else",
    "dependentSchemas", "dependencies"]);

  const pointerOf = (fragment) => decodeURIComponent(fragment.replace(/^#/, ""));

  const findings = (result) => {
    const inAlternatives = (error) =>
      result.errors.some((other) => other !== error && ["anyOf", "oneOf"].includes(other.keyword)
        && error.keywordLocation.startsWith(`${other.keywordLocation}/`));
    const kept = result.errors.filter((error) => !OUTER.has(error.keyword) && !inAlternatives(error));
    const chosen = kept.length ? kept : result.errors.slice(0, 1);
    const seen = new Set();
    return chosen
      .map((error) => ({ pointer: pointerOf(error.instanceLocation), message: error.error, keyword: error.keywordLocation }))
      .filter((one) => !seen.has(`${one.pointer} ${one.message}`) && seen.add(`${one.pointer} ${one.message}`));
  };

  const judgeText = (judge, text, offset = 0) => {
    let parsed;
    try {
      parsed = parse(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return { errors: [{ pointer: "", message: error.message, range: [offset + error.at, offset + error.at + 1] }] };
    }
    const result = judge.validate(parsed.value);
    const errors = result.valid ? [] : findings(result).map((one) => {
      const [start, end] = parsed.places.get(one.pointer) ?? [0, text.length];
      return { ...one, range: [offset + start, offset + end] };
    });
    return { value: parsed.value, errors };
  };

  // The places after which the lines may go on, once an element has read from these places.
  const after = (element, starts, types) => {
    const once = (from) => {
      const reached = new Set();
      if (element.line !== undefined) {
        for (const at of from) if (types[at] === element.line) reached.add(at + 1);
        return reached;
      }
      if (element.choice) {
        for (const part of element.choice) for (const at of after(part, from, types)) reached.add(at);
        return reached;
      }
      return element.sequence.reduce((places, part) => after(part, places, types), from);
    };
    let places = starts;
    for (let times = 0; times < element.least; times++) places = once(places);
    const all = new Set(places);
    for (let times = element.least; element.most === null || times < element.most; times++) {
      places = new Set([...once(places)].filter((at) => !all.has(at)));
      if (!places.size) break;
      places.forEach((at) => all.add(at));
    }
    return all;
  };

  const valueAt = (value, pointer) => pointer.split("/").slice(1).reduce(
    (inner, token) => inner?.[token.replace(/~1/g, "/").replace(/~0/g, "~")], value);

  const judgeStream = (judge, stream, text) => {
    const errors = [], types = [], starts = [];
    let offset = 0;
    for (const line of text.split("\n")) {
      if (line.trim()) {
        const judged = judgeText(judge, line, offset);
        errors.push(...judged.errors);
        types.push(valueAt(judged.value, stream.discriminator));
        starts.push([offset, offset + line.length]);
      }
      offset += line.length + 1;
    }
    let places = new Set([0]);
    let furthest = 0;
    for (const element of stream.grammar) {
      places = after(element, places, types);
      furthest = Math.max(furthest, ...places);
      if (!places.size) break;
    }
    if (!places.has(types.length)) {
      const range = starts[furthest] ?? [text.length, text.length];
      const message = starts[furthest]
        ? `the grammar does not allow a line of type ${JSON.stringify(types[furthest] ?? null)} here`
        : "the stream ends here too early";
      errors.push({ pointer: "", message, range });
    }
    return { errors };
  };

  const judge = (subject, text) => {
    const validator = new SchemaValidator(subject.schema, subject.draft, false);
    return subject.stream ? judgeStream(validator, subject.stream, text) : judgeText(validator, text);
  };

  const lineAndColumn = (text, at) => {
    const before = text.slice(0, at).split("\n");
    return [before.length, before[before.length - 1].length + 1];
  };

  const show = (subject, input, verdict, list) => {
    const text = input.value;
    list.replaceChildren();
    if (!text.trim()) { verdict.textContent = "Nothing to judge yet."; verdict.dataset.state = ""; return; }
    const { errors } = judge(subject, text);
    const many = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    verdict.textContent = errors.length ? `Refused: ${many}.` : "It conforms.";
    verdict.dataset.state = errors.length ? "refused" : "conforms";
    for (const error of errors.slice(0, 200)) list.append(entry(text, error, input));
  };

  const entry = (text, error, input) => {
    const [line, column] = lineAndColumn(text, error.range[0]);
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.append(`Line ${line}, column ${column}: ${error.message} `);
    const place = document.createElement("code"), excerpt = document.createElement("pre");
    place.textContent = error.pointer;
    const whole = text.split("\n")[line - 1] ?? "", from = Math.max(0, column - 40);
    excerpt.textContent = `${whole.slice(from, from + 100)}\n${" ".repeat(column - 1 - from)}^`;
    button.append(place, excerpt);
    button.addEventListener("click", () => { input.focus(); input.setSelectionRange(...error.range); });
    item.append(button);
    return item;
  };

  const begin = () => {
    const subject = JSON.parse(document.getElementById("subject").textContent);
    const input = document.getElementById("text");
    const update = () => show(subject, input, document.getElementById("verdict"), document.getElementById("errors"));
    let waiting;
    input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 120); });
    input.addEventListener("dragover", (event) => event.preventDefault());
    input.addEventListener("drop", async (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      input.value = await event.dataTransfer.files[0].text();
      update();
    });
    update();
  };

  if (typeof document !== "undefined") document.addEventListener("DOMContentLoaded", begin);
  return { judge, parse };
})();
