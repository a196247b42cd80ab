// Where an error leads: the row of the field, that of the rule, the page of the version that a document names, and under
// which condition of the schema it holds.
"use strict";
const TryWays = (() => {
  const tokensOf = (pointer) => pointer.split("/").slice(1);
  const MEMBER = "/…", ITEM = "/*";

  // The row that is nearest to a place: its own, or that of what it lies in; undefined where nothing is declared.
  const rowOf = (sections, pointer) => {
    let places = [[Object.keys(sections)[0], ""]], row;
    for (const token of tokensOf(pointer)) {
      const isIndex = /^(?:0|[1-9][0-9]*)$/.test(token), next = [];
      let own;
      for (const [section, at] of places) {
        const rows = sections[section] ?? {}, steps = [`/${token}`, ...(isIndex ? [ITEM] : []), MEMBER];
        const step = steps.find((step) => Object.hasOwn(rows, at + step));
        const [anchor, members = []] = step === undefined ? [] : rows[at + step];
        own ||= anchor;
        const [, , items = []] = isIndex && Object.hasOwn(rows, at) ? rows[at] : [];
        next.push([section, at + (step ?? (isIndex ? ITEM : `/${token}`))], ...[...members, ...items].map((name) => [name, ""]));
      }
      row = own || row;
      places = next;
    }
    return row;
  };

  // The parts of a condition that say of members what they are, in words; null where it says anything else.
  const wordsOf = (schema, at = "") => {
    if (schema === null || typeof schema !== "object") return null;
    const words = [], names = new Set(schema.required ?? []);
    for (const [keyword, limit] of Object.entries(schema)) {
      if (keyword === "const") words.push([at, `is ${JSON.stringify(limit)}`]);
      else if (keyword === "enum") words.push([at, `is ${limit.map((value) => JSON.stringify(value)).join(" or ")}`]);
      else if (keyword === "properties") {
        for (const [name, part] of Object.entries(limit)) {
          const inner = wordsOf(part, TryIt.join(at, name));
          if (!inner) return null;
          words.push(...inner);
          names.delete(name);
        }
      } else if (!["required", "$comment", "title", "description"].includes(keyword) && !keyword.startsWith("__")
        && !(keyword === "type" && limit === "object")) return null;
    }
    return [...words, ...[...names].map((name) => [TryIt.join(at, name), "is there"])];
  };

  // What must be so of the document for the part of a schema at a way of keywords to judge: `allOf/0/then/...`.
  const becauseOf = (validator, way) => {
    const reasons = [], tokens = tokensOf(way.replace(/^#/, "")).map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
    let node = validator.schema;
    for (const token of tokens) {
      const words = (token === "then" || token === "else") && node?.if ? wordsOf(node.if) : null;
      if (words?.length) {
        const said = words.map(([at, says]) => `\`${at || "the value"}\` ${says}`).join(" and ");
        reasons.push(token === "then" ? `because ${said}` : `because it is not so that ${said}`);
      }
      node = token === "$ref" ? validator.lookup[node?.__absolute_ref__ ?? node?.$ref] : node?.[token];
    }
    return reasons.join(", ");
  };

  // The other version that a document names, with the way to its page.
  const otherOf = ({ carrier, others = [] }, value) => {
    const said = carrier && TryIt.valueAt(value, carrier);
    return said === undefined ? undefined : others.find(([named]) => JSON.stringify(named) === JSON.stringify(said));
  };

  const linkTo = (href, ...words) => {
    const link = document.createElement("a");
    link.href = href;
    link.append(...words);
    return link;
  };

  const code = (word) => {
    const shown = document.createElement("code");
    shown.textContent = word;
    return shown;
  };

  // The line below an error; null where there is nothing to say.
  const below = (ways, validator, error) => {
    const line = document.createElement("p"), row = rowOf(ways.sections, error.pointer);
    const because = error.keyword ? becauseOf(validator, error.keyword) : "";
    if (because) line.append(`It holds ${because.replace(/`/g, "")}. `);
    if (row) line.append(linkTo(`${ways.page}#${row}`, "The field"), " ");
    if (error.rule && Object.hasOwn(ways.rules, error.rule)) {
      line.append(linkTo(`${ways.page}#${ways.rules[error.rule]}`, "The rule ", code(error.rule)));
    }
    return line.childNodes.length ? line : null;
  };

  // What stands below the verdict on a document that names another version.
  const elsewhere = (ways, value) => {
    const other = otherOf(ways, value), line = document.createElement("p");
    if (!other) return null;
    line.append("The document says that it is of ", linkTo(other[2], other[1]), ", whose page has its schemas.");
    return line;
  };

  return { becauseOf, below, elsewhere, otherOf, rowOf };
})();
