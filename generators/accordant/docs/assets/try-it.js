// Judges a document, or the lines of a stream, while it is typed. What is judged stands in the page; nothing is sent.
"use strict";
const TryIt = (() => {
  const grouped = (number) => number.toLocaleString("en-US");

  class Malformed extends Error {
    constructor(message, at, pointer = "") {
      super(message);
      this.at = at;
      this.pointer = pointer;
    }
  }

  const DEEPEST = 128;
  const join = (pointer, name) => `${pointer}/${String(name).replace(/~/g, "~0").replace(/\//g, "~1")}`;

  // A parser of JSON (RFC 8259) that keeps where each value stands, a member from its name on. As
  // accordant/schema/documents.py does, it refuses a name that an object has twice, a number that no double holds, half
  // of a surrogate pair, and what is too deep.
  const parse = (text) => {
    const places = new Map();
    let at = 0;
    const fail = (message) => { throw new Malformed(message, at); };
    const requireWhole = (string, what, start, pointer) => {
      if (/\p{Surrogate}/u.test(string)) throw new Malformed(`${what} holds half of a surrogate pair`, start, pointer);
    };
    const number = (token) => {
      const value = JSON.parse(token), isLong = token.length > 24;
      const shown = isLong ? `${token.slice(0, 20)}... (${grouped(token.length)} characters)` : token;
      if (!Number.isFinite(value)) fail(`the number ${shown} is out of the range of a double`);
      return value;
    };
    const space = () => { while (" \t\n\r".includes(text[at] ?? "x")) at++; };
    // Why what begins with a quote is no string.
    const noString = () => {
      const begun = at, wrong = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[^"\\\u0000-\u001f]/y;
      wrong.lastIndex = at + 1;
      while (wrong.test(text)) at = wrong.lastIndex;
      at = Math.max(at, begun + 1);
      if (text.startsWith("\\u", at)) { at++; fail("\\u needs four hexadecimal digits"); }
      if (text[at] === "\\" && at + 1 < text.length) fail("no escape of JSON begins with this backslash");
      if (/[\u0000-\u001f]/.test(text[at] ?? "")) fail("a control character in a string must be written as an escape");
      at = begun;
      fail("the string that begins here has no closing quote");
    };
    const string = () => {
      const pattern = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match && text[at] !== '"') fail("a key in double quotes is expected here");
      if (!match) noString();
      at += match[0].length;
      return JSON.parse(match[0]);
    };
    const comma = (end, what) => {
      at++;
      space();
      if (text[at] === end) fail(`another ${what} is expected here: no comma stands behind the last one`);
    };
    const members = (pointer, depth, from) => {
      const value = {}, seen = new Set();
      at++;
      space();
      if (text[at] === "}") { at++; return value; }
      for (;;) {
        space();
        const start = at, name = string();
        if (seen.has(name)) { at = start; fail(`the object has the name ${JSON.stringify(name)} twice`); }
        seen.add(name);
        requireWhole(name, "a key", from, pointer);
        space();
        if (text[at] !== ":") fail("a colon is expected here");
        at++;
        const inner = element(join(pointer, name), depth + 1, start);
        Object.defineProperty(value, name, { value: inner, enumerable: true, configurable: true, writable: true });
        space();
        if (text[at] === ",") { comma("}", "member"); continue; }
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
        if (text[at] === ",") { comma("]", "item"); continue; }
        if (text[at] === "]") { at++; return value; }
        fail("a comma or a closing bracket is expected here");
      }
    };
    const element = (pointer, depth, ofName) => {
      space();
      const start = ofName ?? at;
      if (depth >= DEEPEST && "{[".includes(text[at] ?? "x")) fail(`nested deeper than ${DEEPEST} levels`);
      let value;
      if (text[at] === "{") value = members(pointer, depth, start);
      else if (text[at] === "[") value = items(pointer, depth);
      else if (text[at] === '"') requireWhole(value = string(), "the string", start, pointer);
      else {
        const found = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;
        found.lastIndex = at;
        const match = found.exec(text);
        if (!match) fail(at < text.length ? "this is not JSON" : "the document ends here too early");
        value = /[0-9]/.test(match[0]) ? number(match[0]) : JSON.parse(match[0]);
        at += match[0].length;
      }
      places.set(pointer, [start, at]);
      return value;
    };
    const value = element("", 0);
    space();
    if (at < text.length) fail("something follows the document");
    return { value, places };
  };

  // Where a value stands; of one that is not there, the nearest around it.
  const placeOf = (places, pointer) => {
    let at = pointer;
    while (at && !places.has(at)) at = at.slice(0, at.lastIndexOf("/"));
    return places.get(at);
  };

  // The sentences of `validate`: those of accordant/schema/error_messages.py, in the same words.
  const dumps = (value) =>
    Array.isArray(value) ? `[${value.map(dumps).join(", ")}]`
    : value && typeof value === "object"
      ? `{${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${dumps(inner)}`).join(", ")}}`
      : JSON.stringify(value);
  const written = (value) => {
    const letters = [...dumps(value)];
    if (letters.length <= 60) return letters.join("");
    const shown = `${letters.slice(0, 56).join("")}...`, quotes = shown.replace(/\\./g, "").match(/"/g) ?? [];
    return quotes.length % 2 ? `${shown}"` : shown;
  };
  // A text between quotes, as Python writes it.
  const quoted = (text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [quote]: `\\${quote}` };
    const escape = (letter) => short[letter] ?? `\\x${letter.charCodeAt().toString(16).padStart(2, "0")}`;
    return quote + text.replace(/[\\'"\u0000-\u001f\u007f-\u00a0\u00ad]/g, (letter) =>
      "'\"".includes(letter) && letter !== quote ? letter : escape(letter)) + quote;
  };
  const typeOf = (value) =>
    value === null ? "null" : Array.isArray(value) ? "array"
    : Number.isInteger(value) ? "integer" : typeof value;
  const article = (name) => name === "null" ? name : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
  const listed = (values) =>
    values.slice(0, 8).map(written).join(", ") + (values.length > 8 ? ` and ${values.length - 8} more` : "");
  const required = (names) => {
    const all = names.map((name) => `\`${written(name).slice(1, -1)}\``);
    return `${[all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(" and ")} ${all.length > 1 ? "are" : "is"}`;
  };
  const refusedType = (value, names) => {
    const subject = value === null || typeof value === "object" ? "is" : `${written(value)} is`;
    return `${subject} ${article(typeOf(value))}, not ${names.map(article).join(" or ")}`;
  };
  const count = (what, least) => (value, limit) => {
    const size = typeof value === "string" ? [...value].length : Object.keys(value).length;
    return `has ${grouped(size)} ${size === 1 ? what : `${what}s`}; `
      + (least ? `at least ${limit} required` : `at most ${limit} allowed`);
  };
  // Why a value is refused that is one of some values, or has names that an object may not have together.
  const excluded = (value, limit) => {
    const [keyword, ...others] = Object.keys(limit ?? {});
    if (!others.length && ["const", "enum"].includes(keyword)) return `${written(value)} is not allowed here`;
    if (!others.length && keyword === "required" && limit.required.length && typeOf(value) === "object") {
      return `${required(limit.required)} not allowed ${limit.required.length > 1 ? "together" : "here"}`;
    }
    return `${written(value)} fits the schema that \`not\` excludes`;
  };
  const bound = (words) => (value, limit) => `${written(value)} is not ${words} ${limit}`;
  const SENTENCES = {
    type: (value, limit) => refusedType(value, [limit].flat()),
    enum: (value, limit) => `${written(value)} is not one of ${listed(limit)}`,
    const: (value, limit) => `${written(value)} is not ${written(limit)}`,
    pattern: (value, limit) => `${written(value)} does not match ${limit}`,
    required: (value, limit) => `${required(limit.filter((name) => !Object.hasOwn(value, name)))} required`,
    minLength: count("character", true), maxLength: count("character", false),
    minItems: count("item", true), maxItems: count("item", false),
    minProperties: count("field", true), maxProperties: count("field", false),
    minimum: bound("at least"), maximum: bound("at most"), multipleOf: bound("a multiple of"),
    exclusiveMinimum: bound("greater than"), exclusiveMaximum: bound("less than"),
    not: (value, limit) => excluded(value, limit),
    uniqueItems: () => "two items are equal; all items must differ",
    contains: () => "no item fits the schema of `contains`",
    minContains: (_, limit) => `too few items fit the schema of \`contains\`; at least ${limit} required`,
    maxContains: (_, limit) => `too many items fit the schema of \`contains\`; at most ${limit} allowed`,
    false: (value) => `no value is allowed here, but there is ${written(value)}`,
  };

  const tokens = (pointer) =>
    pointer.split("/").slice(1).map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
  const valueAt = (value, pointer) => tokens(pointer).reduce((inner, token) => inner?.[token], value);

  // What a step inside a schema leads to, through references.
  const step = (validator, node, token) =>
    token === "$ref" && typeof node?.$ref === "string" ? validator.lookup[node.__absolute_ref__ ?? node.$ref] : node?.[token];

  // The value of the keyword that refused: its location is the way to it.
  const limitOf = (validator, location) =>
    tokens(location).reduce((node, token) => step(validator, node, token), validator.schema);

  // The names that an object lacks.
  const lacking = ({ keyword, limit, instanceLocation }, document) => keyword !== "required" ? []
    : limit.filter((name) => !Object.hasOwn(valueAt(document, pointerOf(instanceLocation)), name));

  // What a value is not, each value once: several alternatives may ask for the same one.
  const listedOnce = (value, values) => {
    const once = [...new Map(values.map((candidate) => [written(candidate), candidate])).values()];
    return `${written(value)} is not ${once.length > 1 ? "one of " : ""}${listed(once)}`;
  };

  // What the value of a choice is not, where each alternative asks for values or types.
  const alternatives = (error, value, limit, errors) => {
    if (error.lacked) return `must have one of the fields ${listed(error.lacked)}`;
    if (/\((?!0 )\d+ matches\)/.test(error.error)) {
      return `${written(value)} fits several alternatives; exactly one must fit`;
    }
    const values = [], types = [];
    for (const index of limit.keys()) {
      const inside = (error.ofTag?.[index] ?? errors.filter((inner) => isInside(inner, error, index)))
        .filter((inner) => inner.instanceLocation === error.instanceLocation);
      if (error.ofTag && !inside.length) continue;
      const asked = inside.find(({ keyword }) => ["type", "enum", "const"].includes(keyword));
      if (!asked) return `${written(value)} fits none of the ${limit.length} alternatives`;
      if (asked.keyword === "type") types.push(...[asked.limit].flat());
      else values.push(...(asked.keyword === "enum" ? asked.limit : [asked.limit]));
    }
    const alike = values.filter((candidate) => typeOf(candidate) === typeOf(value));
    if (alike.length || !types.length) return listedOnce(value, types.length ? alike : values);
    return refusedType(value, [...new Set([...types, ...values.map(typeOf)])]);
  };

  // Errors that only say that something inside is wrong: the inner ones say what.
  const OUTER = new Set(["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items",
    "prefixItems", "additionalItems", "unevaluatedItems", "allOf", "$ref", "$recursiveRef", "if", "then", "else",
    "dependentSchemas", "dependencies"]);
  const REST = ["additionalProperties", "unevaluatedProperties"];

  const pointerOf = (fragment) => decodeURIComponent(fragment.replace(/^#/, ""));

  // The members that an object may not have, together: each is refused by the schema `false` of its keyword.
  const notAllowed = (errors, validator) => {
    const groups = new Map();
    errors.forEach((error, index) => {
      const inner = errors[index + 1];
      if (!REST.includes(error.keyword) || limitOf(validator, pointerOf(error.keywordLocation)) !== false) return;
      const name = tokens(pointerOf(inner.instanceLocation)).at(-1);
      const group = groups.get(error.keywordLocation + error.instanceLocation) ?? { ...error, names: [], at: inner };
      group.names.push(name);
      group.at = group.names.length === 1 ? inner : group.at;
      groups.set(error.keywordLocation + error.instanceLocation, group);
      inner.isTold = true;
    });
    return [...groups.values()].map((group) => ({
      ...group,
      around: group.instanceLocation,
      instanceLocation: group.at.instanceLocation,
      error: `the field${group.names.length > 1 ? "s" : ""} ${listed(group.names)} `
        + `${group.names.length > 1 ? "are" : "is"} not allowed here`,
      keyword: "names",
    }));
  };

  const sentence = (error, document, errors) => {
    const { keyword, limit } = error, value = valueAt(document, pointerOf(error.instanceLocation));
    if (keyword === "anyOf" || keyword === "oneOf") return alternatives(error, value, limit, errors);
    if (keyword === "needed") return `${required(error.names)} required`;
    const write = SENTENCES[keyword];
    return write && (limit !== undefined || keyword === "false") ? write(value, limit) : error.error;
  };

  const CHOICES = ["anyOf", "oneOf"], TAGS = ["const", "enum"];
  // Whether an error is one of a choice, or of one of its alternatives: of the same keyword at the same value.
  const isInside = (error, choice, index = "") =>
    error.keywordLocation.startsWith(`${choice.keywordLocation}/${index}${index === "" ? "" : "/"}`)
    && `${error.instanceLocation}/`.startsWith(`${choice.instanceLocation}/`);

  // What speaks: of a choice, the alternative that is meant, else the choice itself.
  const speaking = (errors, validator, document) => {
    const all = errors.filter(({ keyword }) => CHOICES.includes(keyword));
    const choices = all.filter((choice) => !all.some((other) => isInside(choice, other)));
    const free = errors.filter((error) => !all.includes(error) && !choices.some((choice) => isInside(error, choice)));
    return [...free, ...choices.flatMap((choice) => ofChoice(choice, errors, validator, document))];
  };

  const target = (validator, node) =>
    typeof node?.$ref === "string" ? validator.lookup[node.__absolute_ref__ ?? node.$ref] : node;

  const pins = (validator, node, name, depth = 0) => {
    const schema = target(validator, node), inner = target(validator, schema?.properties?.[name]);
    return depth < 9 && (inner?.const !== undefined || inner?.enum !== undefined
      || (schema?.allOf ?? []).concat(schema === node ? [] : [schema]).some((part) => pins(validator, part, name, depth + 1)));
  };

  const titleOf = (validator, choice, index) => {
    const branch = choice.limit[index], titled = [branch, target(validator, branch)].find((schema) => schema?.title);
    const title = titled?.title ?? branch?.$ref?.split("/").at(-1);
    return title ? `of the alternatives, ${title}` : `alternative ${index + 1} of ${choice.limit.length}`;
  };

  // The alternative that is meant speaks: first that which admits the type of the value, then its tag (a member that
  // several of them pin), then that which least is wrong with. Where neither type nor tag selects it, it is named.
  const ofChoice = (choice, errors, validator, document) => {
    const here = choice.instanceLocation;
    const branches = choice.limit.map((_, index) => errors.filter((error) => isInside(error, choice, index)));
    if (branches.some((branch) => !branch.length)) return [choice];
    const consequence = (branch) => branch.every((error) => error.keyword === "not" && error.instanceLocation === here);
    const measurable = branches.every(consequence) ? () => true : ({ branch }) => !consequence(branch);
    const names = branches.filter((branch) => measurable({ branch })).map((branch) =>
      branch.length === 1 && branch[0].instanceLocation === here ? lacking(branch[0], document) : []);
    if (names.length > 1 && names.every(({ length }) => length === 1)) return [{ ...choice, lacked: [...new Set(names.flat())] }];
    const isTag = (location) => location.slice(0, location.lastIndexOf("/")) === here
      && choice.limit.filter((part) => pins(validator, part, tokens(pointerOf(location)).at(-1))).length > 1;
    const measured = branches.map((branch, index) => {
      const own = branch.filter((error) =>
        !branch.some((other) => CHOICES.includes(other.keyword) && isInside(error, other)));
      const tag = own.find((error) => TAGS.includes(error.keyword) && isTag(error.instanceLocation));
      const isType = (error) => error.instanceLocation === here && ["type", "false", ...TAGS].includes(error.keyword);
      const lacks = own.some((error) => error.instanceLocation === here && error.keyword === "required");
      const depth = Math.max(...own.map((error) => (error.around ?? error.instanceLocation).split("/").length));
      return { branch, index, tag, isWrong: own.some(isType) || Boolean(tag),
        far: [own.some(isType), Boolean(tag), lacks, own.length, -depth].map(Number) };
    });
    const compare = (alternative, other) => {
      const at = alternative.far.findIndex((part, index) => part !== other.far[index]);
      return at < 0 ? 0 : alternative.far[at] - other.far[at];
    };
    const [best, ...others] = measured.filter(measurable).sort(compare);
    if (best.far[0]) return [choice];
    if (best.tag) {
      return [{ ...choice, instanceLocation: best.tag.instanceLocation, ofTag: branches }];
    }
    const nearest = others.every(({ isWrong }) => isWrong) ? "" : titleOf(validator, choice, best.index);
    return speaking(best.branch, validator, document)
      .map((error) => ({ ...error, nearest: error.nearest || nearest }));
  };

  // Without lists of values that say no more than another one, which asks the same value for some of these only.
  const withoutWider = (errors) => {
    const listed = (error) => error.keyword === "enum" && Array.isArray(error.limit) ? error.limit.map(dumps) : [];
    const isPart = (some, all) => some.every((value) => all.includes(value));
    return errors.filter((error, index) => {
      const values = listed(error);
      return !values.length || !errors.some((other, at) => {
        const fewer = other.instanceLocation === error.instanceLocation && at !== index ? listed(other) : [];
        return fewer.length && isPart(fewer, values) && (!isPart(values, fewer) || at < index);
      });
    });
  };

  // The order in which `validate` tells what is wrong at one line and column: by pointer, then by that of its validator.
  const KEYWORDS = ["type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
    "required", "dependentRequired", "properties", "patternProperties", "additionalProperties", "propertyNames", "items",
    "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "dependencies", "dependentSchemas",
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "$ref"];
  const INDEX = /^(?:0|[1-9][0-9]*)$/;
  const byCodePoint = (text, other) => {
    const [here, there] = [[...text], [...other]], at = here.findIndex((letter, index) => letter !== there[index]);
    if (at < 0) return here.length - there.length;
    return there[at] === undefined ? 1 : here[at].codePointAt() - there[at].codePointAt();
  };
  const compareEach = (list, other, compare) => {
    for (let at = 0; at < Math.min(list.length, other.length); at++) {
      const difference = compare(list[at], other[at]);
      if (difference) return difference;
    }
    return list.length - other.length;
  };
  const compareTokens = (token, other) => {
    const [isIndex, isOther] = [INDEX.test(token), INDEX.test(other)];
    return isIndex && isOther ? token - other : isIndex - isOther || byCodePoint(token, other);
  };
  // The validator of the commands asks for one only name together with the others that a closed object may have.
  const isFused = ({ required, properties, patternProperties, additionalProperties }) => required?.length === 1
    && additionalProperties === false && Object.keys(properties ?? {}).length > 0 && !patternProperties;
  const MAPS = ["properties", "patternProperties", "dependencies", "dependentSchemas"];
  // The way to a keyword as numbers: which keyword of each schema, which of its alternatives or members.
  const wayTo = (validator, location) => {
    let node = validator.schema, isMap = false;
    return tokens(location).map((token) => {
      const at = Array.isArray(node) ? Number(token) : isMap ? -1 : KEYWORDS.indexOf(token);
      const order = at < 0 ? KEYWORDS.length + Object.keys(node ?? {}).indexOf(token)
        : !isMap && token === "required" && isFused(node) ? KEYWORDS.indexOf("propertyNames") - 0.5 : at;
      isMap = !isMap && MAPS.includes(token);
      node = step(validator, node, token);
      return order;
    });
  };
  const inOrder = (errors, validator) => errors
    .map((error) => ({
      error,
      place: tokens(pointerOf(error.around ?? error.instanceLocation)),
      way: wayTo(validator, pointerOf(error.keywordLocation)),
    }))
    .sort((placed, other) => compareEach(placed.place, other.place, compareTokens)
      || compareEach(placed.way, other.way, (here, there) => here - there))
    .map(({ error }) => error);

  // Where a keyword is written: behind all references.
  const writtenAt = (validator, location) => {
    let node = validator.schema, at = "";
    for (const token of tokens(location)) {
      const next = step(validator, node, token), isReference = next !== node?.[token];
      at = isReference && next?.__absolute_uri__ || `${at}/${token}`;
      node = next;
    }
    return at;
  };
  // Each part of the schema speaks once of a place, on however many ways it is reached.
  const once = (errors, validator) => {
    const seen = new Set();
    return errors.filter((error) => {
      const at = writtenAt(validator, pointerOf(error.keywordLocation));
      const key = JSON.stringify([at, error.instanceLocation, error.names ?? ""]);
      return !seen.has(key) && seen.add(key);
    });
  };

  const findings = (validator, result, document) => {
    const placed = result.errors.map((error, index) => {
      if (error.keyword === "false" && index) return { ...error, keywordLocation: `${result.errors[index - 1].keywordLocation}/false` };
      const [, name] = /" but does not have "(.*)"\.$/s.exec(error.error) ?? [];
      return name === undefined ? error : { ...error, keyword: "needed", names: [name] };
    });
    const errors = [...placed, ...notAllowed(placed, validator)]
      .map((error) => ({ ...error, limit: limitOf(validator, pointerOf(error.keywordLocation)) }));
    const kept = errors.filter((error) => !OUTER.has(error.keyword) && !error.isTold);
    const told = kept.length ? inOrder(speaking(kept, validator, document), validator) : errors.slice(0, 1);
    return withoutWider(once(told, validator)).map((error) => ({
      pointer: pointerOf(error.instanceLocation),
      message: sentence(error, document, kept) + (error.nearest ? ` (${error.nearest} comes nearest)` : ""),
      keyword: error.keywordLocation,
    }));
  };

  // What the contract's rules have against a document, but for places that the schema refuses.
  const broken = (breaches, advice, refused = []) => breaches
    .filter(({ pointer }) => !refused.some((at) => `${pointer}/`.startsWith(`${at}/`)))
    .map(({ pointer, message, rule }) => ({
      pointer, message: `${message.replace(/\.+$/, "")} (${rule})`, rule, isAdvice: advice.includes(rule),
    }));
  const NO_RULES = { document: [], lines: [], advice: [] };

  const judgeText = (judge, text, { rules = NO_RULES, carried = null } = {}) => {
    let parsed;
    try {
      parsed = parse(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return { errors: [{ pointer: error.pointer, message: error.message, range: [error.at, error.at + 1] }] };
    }
    const { value, places } = parsed, refusals = problemsOf(judge, value);
    if (!refusals.length && carried) refusals.push(...TryCarried.problems(judge, value, carried));
    const found = rules.document.length ? ContractRules.findBreaches(rules.document, value) : [];
    const errors = [...refusals, ...broken(found, rules.advice, refusals.map(({ pointer }) => pointer))];
    const placed = errors.map((error) => ({ ...error, range: placeOf(places, error.pointer) }));
    return { value, places, errors: placed.sort((error, other) => error.range[0] - other.range[0]) };
  };

  // What a schema has against a value.
  const problemsOf = (validator, value) => {
    const result = validator.validate(value);
    return result.valid ? [] : findings(validator, result, value);
  };

  const judgeStream = (judge, subject, text) => {
    const rules = subject.rules ?? NO_RULES;
    const about = rules.lines.length ? new ContractRules.LineRules(rules.lines) : null;
    return TryLines.judge(subject.stream, text, {
      ofLine: (line) => judgeText(judge, line, { rules, carried: subject.carried }),
      feed: (value) => about ? broken(about.feed(value), rules.advice) : [],
      pass: () => about?.passUnknown(),
    });
  };

  const judge = (subject, text) => {
    const validator = new SchemaValidator(subject.schema, subject.draft, false);
    return subject.stream
      ? judgeStream(validator, subject, text)
      : judgeText(validator, text, { rules: subject.rules, carried: subject.carried });
  };

  // As the commands count: from 1, a column for each character.
  const lineAndColumn = (text, at) => {
    const before = text.slice(0, at).split("\n");
    return [before.length, [...before.at(-1)].length + 1];
  };

  const many = (number, word) => number && `${number} ${word}${number === 1 ? "" : "s"}`;

  // What came of a text beside its input: the verdict, and each error, which leads to its place.
  const show = (input, verdict, list, errors, below = () => null) => {
    const text = input.value;
    list.replaceChildren();
    if (!text.trim()) { verdict.textContent = "Nothing to judge yet."; verdict.dataset.state = ""; return; }
    const warnings = errors.filter(({ isAdvice }) => isAdvice).length, real = errors.length - warnings;
    const counted = [many(real, "error"), many(warnings, "warning")].filter(Boolean).join(", ");
    verdict.textContent = real ? `Refused: ${counted}.` : `It conforms${counted && `, with ${counted}`}.`;
    verdict.dataset.state = real ? "refused" : "conforms";
    for (const error of errors.slice(0, 200)) {
      const item = entry(text, error, input), more = below(error);
      if (more) item.append(more);
      list.append(item);
    }
  };

  // A sentence in which names between backticks are code; what stands in quotes is a value, and a pattern is as it is.
  const SPANS = /"(?:[^"\\]|\\.)*"| does not match .*|`([^`]+)`/gs;
  const marked = (message) => {
    const parts = [];
    let at = 0;
    for (const { 0: whole, 1: name, index } of message.matchAll(SPANS)) {
      if (name === undefined) continue;
      const code = document.createElement("code");
      code.textContent = name;
      parts.push(message.slice(at, index), code);
      at = index + whole.length;
    }
    return [...parts, message.slice(at)];
  };

  // Whether a sentence goes on from the place that it is about: `/errors` has 0 items.
  const lacksSubject = ({ message }) => /^(?:has|is|must) /.test(message);

  const entry = (text, error, input) => {
    const [line, column] = lineAndColumn(text, error.range[0]);
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    const grade = error.isAdvice ? "warning: " : "";
    const place = document.createElement("code"), excerpt = document.createElement("pre");
    place.textContent = error.pointer || (lacksSubject(error) ? "the document" : "");
    button.append(`Line ${line}, column ${column}: ${grade}`);
    const words = marked(error.message);
    button.append(...(lacksSubject(error) ? [place, " ", ...words] : [...words, " ", place]));
    const whole = [...text.split("\n")[line - 1] ?? ""], from = Math.max(0, column - 24); // a phone shows the caret
    excerpt.textContent = `${whole.slice(from, from + 100).join("")}\n${" ".repeat(column - 1 - from)}^`;
    button.append(excerpt);
    button.addEventListener("click", () => { input.focus(); input.setSelectionRange(...error.range); });
    item.append(button);
    return item;
  };

  // Calls a function whenever a text is typed or a file is dropped on it.
  const listen = (input, update) => {
    let waiting;
    input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 120); });
    input.addEventListener("dragover", (event) => event.preventDefault());
    input.addEventListener("drop", async (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      input.value = await event.dataTransfer.files[0].text();
      update();
    });
  };

  // Light or dark as chosen on the other pages of the site: they keep the choice under the address of the site.
  const keyOf = (storage, path) => {
    const end = ".__palette", isOurs = (key) => key.endsWith(end) && path.startsWith(key.slice(0, -end.length));
    return Object.keys(storage).filter(isOurs).sort((key, other) => other.length - key.length)[0];
  };
  const schemeOf = (storage, path) => {
    const key = keyOf(storage, path);
    try {
      const chosen = key && JSON.parse(storage.getItem(key)).color.scheme;
      return chosen && (chosen === "slate" ? "dark" : "light");
    } catch { return undefined; }
  };

  // What is chosen here holds on the other pages too, once one of them has kept a choice.
  const keepScheme = (storage, path, scheme) => {
    const key = keyOf(storage, path);
    if (!key) return;
    const isDark = scheme === "dark", media = `(prefers-color-scheme: ${scheme})`;
    const color = { media, scheme: isDark ? "slate" : "default", primary: "custom", accent: "custom" };
    storage.setItem(key, JSON.stringify({ index: Number(isDark), color }));
  };

  const offerScheme = (button) => {
    const root = document.documentElement, asked = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.scheme ?? (asked.matches ? "dark" : "light")) === "dark";
    const say = () => { button.textContent = `${isDark() ? "Light" : "Dark"} mode`; };
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.scheme = isDark() ? "light" : "dark";
      keepScheme(localStorage, location.pathname, root.dataset.scheme);
      say();
    });
    say();
  };

  // The examples of the contract, one of which is put into the text.
  const offer = (examples, input, update) => {
    const choice = document.getElementById("example");
    choice?.addEventListener("change", () => { input.value = examples[choice.value] ?? input.value; update(); });
  };

  const begin = () => {
    const scheme = schemeOf(localStorage, location.pathname);
    if (scheme) document.documentElement.dataset.scheme = scheme;
    offerScheme(document.getElementById("scheme"));
    const subject = JSON.parse(document.getElementById("subject").textContent);
    const [input, verdict, list] = ["text", "verdict", "errors"].map((id) => document.getElementById(id));
    if (subject.answers) { TrySchema.begin(subject); return; }
    const validator = new SchemaValidator(subject.schema, subject.draft, false);
    const below = (error) => TryWays.below(subject.ways, validator, error);
    const update = () => {
      const { errors, value } = input.value.trim() ? judge(subject, input.value) : { errors: [] };
      show(input, verdict, list, errors, below);
      const other = TryWays.elsewhere(subject.ways, value);
      if (other) verdict.append(other);
    };
    listen(input, update);
    offer(subject.examples, input, update);
    update();
  };

  if (typeof document !== "undefined") document.addEventListener("DOMContentLoaded", begin);
  return {
    judge, judgeText, join, lineAndColumn, listen, offer, keepScheme, parse, placeOf, problemsOf, quoted, schemeOf, show, target,
    typeOf, valueAt, written,
  };
})();
