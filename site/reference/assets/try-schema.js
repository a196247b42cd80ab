// The page on which one writes a schema: it is judged itself, then answers of an agent by it, the first and that to the retry.
"use strict";
const TrySchema = (() => {
  const DRAFTS = { "draft-04": "4", "draft-06": "7", "draft-07": "7", "2019-09": "2019-09", "2020-12": "2020-12" };
  const VALUES = ["const", "enum", "default", "examples"];

  // Every object that may be a schema, with the pointer to it.
  function* schemasIn(value, pointer = "") {
    if (value === null || typeof value !== "object") return;
    if (!Array.isArray(value)) yield [value, pointer];
    for (const [name, inner] of Object.entries(value)) {
      if (VALUES.includes(name)) continue;
      yield* schemasIn(inner, `${pointer}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
    }
  }

  const draftOf = (schema, assumed) => {
    const named = /json-schema\.org\/(?:draft\/)?([0-9a-z-]+)\/schema#?$/.exec(schema?.$schema ?? "");
    return DRAFTS[named?.[1]] ?? DRAFTS[assumed];
  };

  // What no keyword says of a schema: invalid patterns, references that lead nowhere.
  function* unusable(schema, draft) {
    const { lookup } = new SchemaValidator(schema, draft, false);
    for (const [node, pointer] of schemasIn(schema)) {
      const names = Object.keys(node.patternProperties ?? {}).map((name) => [name, `/patternProperties/${name}`]);
      for (const [pattern, below] of [[node.pattern, "/pattern"], ...names]) {
        if (typeof pattern !== "string") continue;
        try { new RegExp(pattern, "u"); } catch {
          yield { pointer: pointer + below, message: `'${pattern}' is not a pattern of ECMA-262` };
        }
      }
      if (typeof node.$ref === "string" && !lookup[node.__absolute_ref__ ?? node.$ref]) {
        yield { pointer: `${pointer}/$ref`, message: `'${node.$ref}' leads nowhere inside the schema` };
      }
    }
  }

  // The errors of a schema, and the validator that it makes; none where it has errors.
  const judgeSchema = (subject, text) => {
    const judged = TryIt.judge(subject, text);
    if (judged.errors.length) return { errors: judged.errors };
    const { value, places } = TryIt.parse(text), draft = draftOf(value, subject.answers.draft);
    const errors = [...unusable(value, draft)].map((error) => ({
      ...error, range: places.get(error.pointer) ?? [0, text.length],
    }));
    return errors.length ? { errors } : { errors, validator: new SchemaValidator(value, draft, false) };
  };

  // The places of a document that a type parameter describes: whatever schema is given, it is for these.
  function* placesOf(judge, node, value, pointer = "", depth = 0) {
    const schema = TryIt.target(judge, node);
    if (schema === null || typeof schema !== "object" || depth > 40) return;
    if (schema["x-type-parameter"] && value !== null && typeof value === "object") yield [pointer, value];
    for (const part of ["allOf", "anyOf", "oneOf"].flatMap((name) => schema[name] ?? [])) {
      yield* placesOf(judge, part, value, pointer, depth + 1);
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (value?.[name] !== undefined) yield* placesOf(judge, inner, value[name], `${pointer}/${name}`, depth + 1);
    }
  }

  // An answer stands alone, or in a document that hands it over; then errors are told at their places there.
  const judgeAnswer = (subject, validator, text) => {
    const alone = TryIt.judgeText(validator, text);
    if (alone.value === undefined) return { errors: alone.errors };
    for (const { name, schema } of subject.answers.holders) {
      const holder = new SchemaValidator(schema, subject.draft, false);
      if (TryIt.judgeText(holder, text).errors.length) continue;
      const [place] = placesOf(holder, schema, alone.value);
      if (!place) continue;
      const [pointer, answer] = place, { places } = TryIt.parse(text);
      const inner = JSON.stringify(answer);
      const errors = TryIt.judgeText(validator, inner).errors.map((error) => ({
        ...error, pointer: pointer + error.pointer, range: places.get(pointer + error.pointer) ?? [0, text.length],
      }));
      return { errors, holder: name };
    }
    return { errors: alone.errors };
  };

  // How a session ends: an answer that does not conform is asked for once more.
  const sessionOf = (answers) => {
    const [first, second] = answers;
    const count = ({ errors }) => errors.length === 1 ? "1 error" : `${errors.length} errors`;
    if (!first) return { state: "", words: "No answer yet." };
    if (!first.errors.length) return { state: "conforms", words: "Valid; retries 0 of 1." };
    if (!second) return { state: "refused", words: `Refused with ${count(first)}; retries 0 of 1: the agent is asked once more.` };
    if (!second.errors.length) return { state: "conforms", words: "Valid; retries 1 of 1." };
    return { state: "refused", words: `Failed with ${count(second)}; retries 1 of 1.` };
  };

  const judgeAll = (subject, [schema, ...answers]) => {
    const judged = judgeSchema(subject, schema);
    const judgedAnswers = answers.map((text) =>
      judged.validator && text.trim() ? judgeAnswer(subject, judged.validator, text) : null);
    return { schema: judged, answers: judgedAnswers, session: sessionOf(judgedAnswers) };
  };

  const begin = (subject) => {
    const of = (id) => document.getElementById(id);
    const parts = ["", "-1", "-2"].map((end) => ["text", "verdict", "errors"].map((id) => of(id + end)));
    const update = () => {
      const judged = judgeAll(subject, parts.map(([input]) => input.value));
      parts.forEach(([input, verdict, list], index) => {
        const result = index ? judged.answers[index - 1] : judged.schema;
        TryIt.show(input, verdict, list, input.value.trim() ? result?.errors ?? [] : []);
        if (!result && input.value.trim()) { verdict.textContent = "The schema is refused."; verdict.dataset.state = ""; }
        if (result?.holder) verdict.textContent += ` The answer stands in a ${result.holder}.`;
      });
      of("session").textContent = judged.session.words;
      of("session").dataset.state = judged.session.state;
    };
    for (const [input] of parts) TryIt.listen(input, update);
    of("validate").addEventListener("click", () => { update(); of("verdict").focus(); });
    TryIt.offer(subject.examples, of("text"), update);
    update();
  };

  return { begin, judgeAll };
})();
