// Schemas inside documents (`x-schema`), as accordant/schema/embedded.py judges them: the metaschema of the draft,
// references, patterns, and whether a document of the type that is described can be right at all.
"use strict";
const TryCarried = (() => {
  const DRAFTS = {
    "draft-04": { draft: "4", at: 0 }, "draft-06": { draft: "7", at: 1 }, "draft-07": { draft: "7", at: 2 },
    "2019-09": { draft: "2019-09", at: 3 }, "2020-12": { draft: "2020-12", at: 4 },
  };
  // What subschemas a keyword holds, in which drafts, and to what they apply: the table of accordant/schema/dialects.py.
  const HOLDS = [
    ["definitions", "map", "nowhere"], ["$defs", "map", "nowhere", 3], ["allOf", "list", "here"],
    ["anyOf", "list", "here"], ["oneOf", "list", "here"], ["not", "one", "here"], ["if", "one", "here", 2],
    ["then", "one", "here", 2], ["else", "one", "here", 2], ["dependencies", "map", "here"],
    ["dependentSchemas", "map", "here", 3], ["properties", "map", "member"], ["patternProperties", "map", "member"],
    ["additionalProperties", "one", "rest"], ["propertyNames", "one", "name", 1],
    ["unevaluatedProperties", "one", "rest", 3], ["prefixItems", "list", "item", 4], ["items", "either", "item", 0, 3],
    ["items", "one", "item", 4], ["additionalItems", "one", "item", 0, 3], ["contains", "one", "item", 1],
    ["unevaluatedItems", "one", "item", 3], ["contentSchema", "one", "nowhere", 3],
  ];
  const NEEDED = { then: "if", else: "if", additionalItems: "items" };
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const hides = (schema, draft) => draft.at <= 2 && typeof schema.$ref === "string";

  const draftOf = (schema, assumed) => {
    if (schema.$schema === undefined) return DRAFTS[assumed];
    const named = /^(?:https?:\/\/)?json-schema\.org\/(?:(draft-0[467])|draft\/(20\d\d-\d\d))\/schema\/*#*$/.exec(schema.$schema);
    return DRAFTS[named?.[1] ?? named?.[2]] ?? DRAFTS["2020-12"];
  };

  // The subschemas of a schema: the keyword, to what it applies, its key, and the subschema.
  function* inside(schema, draft) {
    if (!isObject(schema)) return;
    for (const [name, value] of Object.entries(schema)) {
      const [, holds, relation] = HOLDS.find(([keyword, , , since = 0, until = 9]) =>
        keyword === name && draft.at >= since && draft.at <= until) ?? [];
      if (!holds || (hides(schema, draft) && name !== "definitions")) continue;
      const isList = holds === "list" || (holds === "either" && Array.isArray(value));
      if (holds === "map" ? !isObject(value) : isList && !Array.isArray(value)) continue;
      const parts = holds === "map" || isList ? Object.entries(value) : [[null, value]];
      for (const [key, part] of parts) {
        if (isObject(part) || typeof part === "boolean") yield { name, relation, key, part };
      }
    }
  }

  const targetOf = (lookup, schema, keyword) => typeof schema[keyword] !== "string" ? undefined
    : keyword === "$ref" ? lookup[schema.__absolute_ref__ ?? schema.$ref] : lookup[schema.__absolute_recursive_ref__];

  // A value's schemas, with all that apply to the same value but for what `not` and `if` hold.
  const allHere = (lookup, nodes, draft) => {
    const found = new Set(), todo = [...nodes];
    while (todo.length) {
      const node = todo.pop();
      if (!isObject(node) || found.has(node)) continue;
      found.add(node);
      todo.push(...["$ref", "$recursiveRef"].map((keyword) => targetOf(lookup, node, keyword)));
      for (const { name, relation, part } of inside(node, draft)) {
        if (relation === "here" && name !== "not" && name !== "if" && hasEffect(node, name)) todo.push(part);
      }
    }
    return [...found];
  };
  const hasEffect = (schema, name) =>
    name === "additionalItems" ? Array.isArray(schema.items) : !NEEDED[name] || NEEDED[name] in schema;

  const ofMember = (schema, name, draft) => {
    const parts = [...inside(schema, draft)], own = parts.filter((part) => part.name === "properties" && part.key === name
      || part.name === "patternProperties" && new RegExp(part.key, "u").test(name));
    return (own.length ? own : parts.filter(({ relation }) => relation === "rest")).map(({ part }) => part);
  };
  const ofItem = (schema, index, draft) => {
    const leading = draft.at >= 4 ? schema.prefixItems : schema.items, after = Array.isArray(leading) ? leading.length : 0;
    return [...inside(schema, draft)].filter(({ name, relation, key }) => relation === "item" && hasEffect(schema, name)
      && (key === null ? name === "contains" || index >= after : Number(key) === index)).map(({ part }) => part);
  };

  // Where a keyword speaks of a part of a document, in its order: pointer, part, and the schema with the keyword.
  const places = (validator, dialect, keyword, value) =>
    placesBelow(validator, DRAFTS[dialect], keyword, value, [validator.schema], "");
  function* placesBelow(validator, draft, keyword, value, nodes, pointer) {
    const here = allHere(validator.lookup, nodes, draft);
    yield* here.filter((node) => Object.hasOwn(node, keyword)).map((node) => [pointer, value, node]);
    if (!here.length || value === null || typeof value !== "object") return;
    const parts = Array.isArray(value) ? (key) => (node) => ofItem(node, Number(key), draft)
      : (key) => (node) => ofMember(node, key, draft);
    for (const [key, inner] of Object.entries(value)) {
      yield* placesBelow(validator, draft, keyword, inner, here.flatMap(parts(key)), TryIt.join(pointer, key));
    }
  }

  // The validator of a schema of somebody else, which may refer to the metaschema of its draft.
  const validatorOf = (schema, draft) => {
    const validator = new SchemaValidator(schema, draft.draft, false);
    for (const metaschema of Object.values(Metaschemas)) {
      const address = (metaschema.$id ?? metaschema.id).replace(/#$/, "");
      if (!validator.lookup[address]) validator.addSchema(metaschema);
    }
    return validator;
  };

  const complaints = (schema, draft) => {
    const found = TryIt.problemsOf(new SchemaValidator(Metaschemas[nameOf(draft)], draft.draft, false), schema);
    return [...new Map(found.map((error) => [JSON.stringify([error.pointer, error.message]), error])).values()];
  };
  const nameOf = (draft) => Object.keys(DRAFTS).find((name) => DRAFTS[name] === draft);

  const below = ([schema, pointer], draft) => [...inside(schema, draft)].map(({ name, key, part }) => {
    const at = TryIt.join(pointer, name);
    return [part, key === null ? at : TryIt.join(at, key)];
  });

  // Every schema in a schema that its draft knows, with its pointer, parents first, the last ones before the first.
  function* fromTheLast(schema, draft) {
    const todo = [[schema, ""]];
    while (todo.length) {
      const placed = todo.pop();
      yield placed;
      todo.push(...below(placed, draft));
    }
  }
  function* inOrder(placed, draft) {
    yield placed;
    for (const inner of below(placed, draft)) yield* inOrder(inner, draft);
  }

  function* danglingIn(schema, draft, lookup) {
    for (const [node, pointer] of fromTheLast(schema, draft)) {
      const keywords = ["$ref", ...(draft.at >= 4 ? ["$dynamicRef"] : [])].filter((name) => typeof node[name] === "string");
      for (const keyword of keywords) {
        const reference = node[keyword], isKnown = keyword === "$ref" && targetOf(lookup, node, keyword) !== undefined;
        if (isKnown || leadsInside(schema, reference) || anchorsIn(schema, draft).has(reference)) continue;
        yield { pointer: `${pointer}/${keyword}`, message: `${TryIt.quoted(reference)} leads nowhere inside the schema` };
      }
    }
  }
  const anchorsIn = (schema, draft) => new Set([...fromTheLast(schema, draft)].flatMap(([node]) =>
    draft.at < 4 || !node.$dynamicAnchor ? [] : [`#${node.$dynamicAnchor}`]));
  // Whether the validator follows every reference of a schema.
  const isFollowed = (schema) => !JSON.stringify(schema).includes('"$dynamicRef":');
  // Whether a pointer leads to any part, be it no schema.
  const leadsInside = (schema, reference) => {
    if (!/^#(?:\/|$)/.test(reference)) return false;
    try { return TryIt.valueAt(schema, decodeURIComponent(reference.slice(1))) !== undefined; } catch { return false; }
  };

  function* noPatterns(schema, draft) {
    for (const [node, pointer] of inOrder([schema, ""], draft)) {
      if (!isObject(node) || hides(node, draft)) continue;
      const names = isObject(node.patternProperties) ? Object.keys(node.patternProperties) : [];
      const all = [[node.pattern, TryIt.join(pointer, "pattern")],
        ...names.map((name) => [name, TryIt.join(`${pointer}/patternProperties`, name)])];
      for (const [pattern, at] of all) {
        if (typeof pattern !== "string") continue;
        try { new RegExp(pattern, "u"); } catch {
          yield { pointer: at, message: `${TryIt.quoted(pattern)} is not a pattern of ECMA-262` };
        }
      }
    }
  }

  // Whether a value of a JSON type may be valid, as far as types, values and their combinations say.
  const admits = (lookup, schema, type, draft, seen = []) => {
    if (!isObject(schema) || seen.includes(schema)) return schema !== false;
    const types = [schema.type ?? type].flat();
    const values = schema.enum ?? ("const" in schema ? [schema.const] : null);
    if (!types.includes(type) || (Array.isArray(values) && !values.some((value) => TryIt.typeOf(value) === type))) return false;
    const may = (part) => admits(lookup, part, type, draft, [...seen, schema]);
    const groups = { anyOf: [], oneOf: [] };
    for (const keyword of ["$ref", "$recursiveRef"]) {
      const target = targetOf(lookup, schema, keyword);
      if (target !== undefined && !may(target)) return false;
    }
    for (const { name, part } of inside(schema, draft)) {
      if (name === "allOf" && !may(part)) return false;
      if (groups[name]) groups[name].push(may(part));
      if (name === "not" && excludesAll(part, type)) return false;
    }
    return Object.values(groups).every((choices) => !choices.length || choices.some(Boolean));
  };
  const excludesAll = (part, type) => part === true || ["{}", JSON.stringify({ type })].includes(JSON.stringify(part));

  // What makes a schema unusable; `type` is that of the documents that it describes, or "any".
  const faults = (schema, assumed, type) => {
    if (!isObject(schema)) return [];
    const draft = draftOf(schema, assumed), found = complaints(schema, draft);
    if (found.length) return found;
    let lookup;
    try { ({ lookup } = validatorOf(schema, draft)); } catch {
      return [{ pointer: "", message: "its addresses cannot be followed here" }];
    }
    const dangling = [...danglingIn(schema, draft, lookup)];
    const nothing = dangling.length || type === "any" || admits(lookup, schema, type, draft) ? []
      : [{ pointer: "", message: `no ${type} is valid against this schema` }];
    return [...dangling, ...noPatterns(schema, draft), ...nothing];
  };

  // What is wrong with the schemas inside a document whose shape is right.
  const problems = (validator, value, { dialect, assumed }) =>
    [...places(validator, dialect, "x-schema", value)].flatMap(([pointer, schema, node]) =>
      faults(schema, assumed, node["x-schema"]).map((error) => ({ ...error, pointer: pointer + error.pointer })));

  return { draftOf, isFollowed, places, problems, validatorOf };
})();
