import { anArray, anObject } from "./runtime.js";
import { countOf, fieldOf, findPlaces, holdsAll, resultOf, sumOf, tablesOf, textOf, valueAt } from "./rules.js";
import type { ContractRule, Scene } from "./rules.js";

/** A document with what it lacks and rules state; `missing` gives the pointers that its schema asks for. */
export function writeMissing(
  document: unknown,
  rules: readonly ContractRule[],
  missing: (document: unknown) => ReadonlySet<string>,
): unknown {
  let whole = document;
  for (;;) {
    const stated = findStated(rules, whole);
    const asked = stated.length > 0 ? missing(whole) : new Set<string>();
    const due = new Map(stated.filter(([pointer]) => asked.has(pointer)));
    if (due.size === 0) return whole;
    for (const [pointer, value] of due) whole = withMember(whole, pointer.split("/").slice(1), value);
  }
}

/** The members that are absent and whose value a rule states: each pointer with the value. */
function findStated(rules: readonly ContractRule[], document: unknown): (readonly [string, unknown])[] {
  return rules.flatMap((rule) => rule.holds ?? []).flatMap((claim) => {
    return findPlaces(document, textOf(claim["each"])).flatMap(([pointer, value]) => {
      const scene = { value, whole: document, earlier: undefined };
      if (!holdsAll(claim["when"], scene)) return [];
      return statedIn(claim["then"], scene).map(([at, stated]) => [pointer + at, stated] as const);
    });
  });
}

function statedIn(conditions: unknown, scene: Scene): (readonly [string, unknown])[] {
  return tablesOf(conditions).flatMap((condition) => {
    const at = textOf(condition["at"]);
    if (!at.startsWith("/") || valueAt(scene, at) !== undefined) return [];
    const test = Object.keys(STATING).find((name) => Object.hasOwn(condition, name)) ?? "";
    const value = STATING[test]?.(condition[test], scene);
    return value === undefined ? [] : [[at, value] as const];
  });
}

/** The value that alone passes a test. */
const STATING: Readonly<Record<string, (operand: unknown, scene: Scene) => unknown>> = {
  is: (value) => value,
  counts: countOf,
  "sum-of": sumOf,
  "result-of": (operand, scene) => resultOf(fieldOf(operand, "of"), scene),
  "slashes-of": (place, scene) => {
    const path = valueAt(scene, textOf(place));
    return typeof path === "string" ? path.replaceAll("\\", "/") : undefined;
  },
  "same-as": (place, scene) => valueAt(scene, textOf(place)),
};

/** A value with a member in the object that a pointer leads to. */
function withMember(value: unknown, tokens: readonly string[], member: unknown): unknown {
  const [token = "", ...rest] = tokens;
  if (anArray(value)) return value.map((item, at) => (String(at) === token ? withMember(item, rest, member) : item));
  const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
  if (!anObject(value)) return value;
  return { ...value, [key]: rest.length === 0 ? member : withMember(value[key], rest, member) };
}
