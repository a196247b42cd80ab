// The page on which one writes a schema: it is judged itself, then answers of an agent by it, the first and that to the retry.
"use strict";
const TrySchema = (() => {
  // The errors of a schema, and the validator that it makes; none where it has errors.
  const judgeSchema = (subject, text) => {
    const { errors, value } = TryIt.judge(subject, text);
    if (errors.length) return { errors };
    return { errors, value, validator: TryCarried.validatorOf(value, TryCarried.draftOf(value, subject.carried.assumed)) };
  };

  // An answer stands alone, or in a document that hands it over; then errors are told at their places there. Whatever
  // schema is given, it is for the parts that a type parameter describes.
  const judgeAnswer = (subject, validator, text) => {
    const alone = TryIt.judgeText(validator, text);
    if (alone.value === undefined) return { errors: alone.errors };
    for (const { name, dialect, draft, schema } of subject.answers.holders) {
      const holder = new SchemaValidator(schema, draft, false);
      if (TryIt.problemsOf(holder, alone.value).length) continue;
      const found = [...TryCarried.places(holder, dialect, "x-type-parameter", alone.value)];
      const [place] = found.filter(([, value]) => value !== null && typeof value === "object");
      if (!place) continue;
      const [pointer, answer] = place;
      const errors = TryIt.problemsOf(validator, answer).map((error) => ({
        ...error, pointer: pointer + error.pointer, range: TryIt.placeOf(alone.places, pointer + error.pointer),
      }));
      return { errors, holder: name };
    }
    return { errors: alone.errors };
  };

  // How a session ends: an answer that does not conform is asked for once more.
  const sessionOf = (answers) => {
    const [first, second] = answers, unjudged = answers.find((answer) => answer?.unjudged);
    const count = ({ errors }) => errors.length === 1 ? "1 error" : `${errors.length} errors`;
    if (unjudged) return { state: "", words: unjudged.unjudged };
    if (!first) return { state: "", words: "No answer yet." };
    if (!first.errors.length) return { state: "conforms", words: "Valid; retries 0 of 1." };
    if (!second) return { state: "refused", words: `Refused with ${count(first)}; retries 0 of 1: the agent is asked once more.` };
    if (!second.errors.length) return { state: "conforms", words: "Valid; retries 1 of 1." };
    return { state: "refused", words: `Failed with ${count(second)}; retries 1 of 1.` };
  };

  // Why no answer is judged by a schema; empty where answers are.
  const whyUnjudged = (text, { validator, value }) => {
    if (!text.trim()) return "There is no schema yet: no answer is judged.";
    if (!validator) return "The schema is refused: no answer is judged by it.";
    return TryCarried.isFollowed(value) ? "" : "The schema has a $dynamicRef, which this page does not follow: use registry validate.";
  };

  const judgeAll = (subject, [schema, ...answers]) => {
    const judged = judgeSchema(subject, schema), unjudged = whyUnjudged(schema, judged);
    const judgedAnswers = answers.map((text) => {
      if (!text.trim()) return null;
      if (unjudged) return { errors: [], unjudged };
      try { return judgeAnswer(subject, judged.validator, text); } catch {
        return { errors: [], unjudged: "This page cannot judge by the schema: use registry validate." };
      }
    });
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
        if (result?.unjudged) { verdict.textContent = result.unjudged; verdict.dataset.state = ""; }
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
