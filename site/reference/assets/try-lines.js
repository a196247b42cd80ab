// The lines of a stream on the pages that try one: the grammar as accordant/contract/grammar.py follows it, what is said
// of it as accordant/conform/streams.py says it.
"use strict";
const TryLines = (() => {
  const MOST = 5000;

  const isNullable = (element) => element.least === 0 || (element.choice?.some(isNullable)
    ?? element.sequence?.every(isNullable) ?? false);

  // What is left of an element after one of its turns.
  const onceLess = (element) => element.most !== null && element.most <= 1 ? [] : [{
    ...element, least: Math.max(0, element.least - 1), most: element.most === null ? null : element.most - 1,
  }];

  // Every line that can come next, with what must come after it, in the order of the grammar.
  function* nextLines(rests) {
    const todo = [...rests].reverse(), seen = new Set(rests.map((rest) => JSON.stringify(rest)));
    while (todo.length && seen.size < MOST) {
      const [first, ...after] = todo.pop();
      if (!first) continue;
      const ways = [];
      if (first.most === null || first.most > 0) {
        const again = onceLess(first);
        if (first.line !== undefined) yield [first, [...again, ...after]];
        else if (first.choice) ways.push(...first.choice.map((part) => [part, ...again, ...after]));
        else ways.push([...first.sequence, ...again, ...after]);
      }
      if (isNullable(first)) ways.push(after);
      const fresh = ways.filter((way) => !seen.has(JSON.stringify(way)) && seen.add(JSON.stringify(way)));
      todo.push(...fresh.reverse());
    }
  }

  const stateOf = (rests, isAfterLast = false) => {
    const byText = new Map(rests.map((rest) => [JSON.stringify(rest), rest]));
    return { rests: [...byText.values()], isAfterLast, key: `${isAfterLast} ${[...byText.keys()].sort().join()}` };
  };
  const mayEnd = (state) => state.rests.some((rest) => rest.every(isNullable));

  // The state behind every line type that may come next.
  const movesOf = (state) => {
    if (!state.moves) {
      const rests = new Map(), last = new Set();
      for (const [line, rest] of nextLines(state.rests)) {
        rests.set(line.line, [...rests.get(line.line) ?? [], line.isLast ? [] : rest]);
        if (line.isLast) last.add(line.line);
      }
      state.moves = new Map([...rests].map(([type, after]) => [type, stateOf(after, last.has(type))]));
    }
    return state.moves;
  };

  // A line came whose type is not known: it may have been any that is allowed, or none.
  const passUnknown = (state) =>
    stateOf([...state.rests, ...[...movesOf(state).values()].flatMap(({ rests }) => rests)], state.isAfterLast);

  // The shortest series of lines with which the stream could end; empty where it may end already.
  const missing = (state) => {
    const seen = new Set([state.key]), todo = [[state, []]];
    for (const [reached, path] of todo) {
      if (seen.size > MOST) break;
      if (mayEnd(reached)) return path;
      for (const [type, after] of movesOf(reached)) {
        if (!seen.has(after.key) && seen.add(after.key)) todo.push([after, [...path, type]]);
      }
    }
    return [...movesOf(state).keys()];
  };

  const { quoted } = TryIt;

  const misfit = (state, type) => {
    if (state.isAfterLast && !movesOf(state).size) {
      return `a line ${quoted(type)} follows the terminal line, after which nothing may come`;
    }
    const could = [...[...movesOf(state).keys()].map(quoted), ...(mayEnd(state) ? ["the end"] : [])].join(" or ");
    return `a line ${quoted(type)} is not allowed here; expected: ${could || "nothing"}`;
  };

  // The type of a line; empty where it has none.
  const typeOf = (value, discriminator) => {
    const found = TryIt.valueAt(value, discriminator);
    return found === undefined ? "" : typeof found === "string" ? found : TryIt.written(found);
  };

  const typesIn = (element) => element.line !== undefined ? [element.line]
    : (element.choice ?? element.sequence).flatMap(typesIn);

  const tooEarly = (stream, names, { hasLines, progress }) => {
    const means = (stream.partial ?? []).filter((entry) => names.includes(entry.missing) && entry.means);
    return `${hasLines ? "the stream ends too early" : "the stream is empty"}: ${names.map(quoted).join(", ")} `
      + `must ${hasLines ? "follow" : "come"}${means.length ? ` (${means.map((entry) => entry.means).join(" ")})` : ""}`
      + (progress ? `; line ${progress} is the last progress` : "");
  };

  // What is wrong with the lines of a stream. `ofLine` judges one by itself, `feed` by the rules about one after the other.
  const judge = (stream, text, { ofLine, feed, pass }) => {
    const types = new Set(stream.grammar.flatMap(typesIn)), errors = [];
    let state = stateOf([stream.grammar]), isOut = false, isClosed = false, hasLines = false, progress = 0;
    let offset = 0, start = 0;
    const passLine = () => { pass(); state = passUnknown(state); };
    const order = (type, range) => {
      if (!type) { state = passUnknown(state); return; }
      if (isOut) return;
      const next = movesOf(state).get(type);
      if (next) { state = next; return; }
      isOut = true;
      isClosed = state.isAfterLast && !movesOf(state).size;
      errors.push({ pointer: stream.discriminator, message: misfit(state, type), range });
    };
    for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
      start = offset;
      offset += line.length + 1;
      if (!line.trim()) continue;
      hasLines = true;
      const { value, places, errors: own } = ofLine(line), type = value === undefined ? "" : typeOf(value, stream.discriminator);
      const isOver = mayEnd(state) && !movesOf(state).size;
      const isUnknown = value === undefined || (own.length && !types.has(type) && !isOver);
      const found = isUnknown ? own : [...own, ...feed(value).map((error) => ({ ...error, range: TryIt.placeOf(places, error.pointer) }))];
      errors.push(...found.map((error) => ({ ...error, range: error.range.map((at) => at + start) })));
      if (isUnknown) passLine(); else order(type, [start, start + line.length]);
      if (!found.length && !isClosed && (stream.repeated ?? []).includes(type)) progress = index + 1;
    }
    const names = isOut ? [] : missing(state);
    if (names.length) {
      const range = [start, Math.min(offset, text.length)];
      errors.push({ pointer: "", message: tooEarly(stream, names, { hasLines, progress }), range });
    }
    return { errors };
  };

  return { judge };
})();
