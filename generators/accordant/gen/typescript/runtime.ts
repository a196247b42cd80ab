/** Where in a value: member names and indexes. */
export type JsonPath = readonly (string | number)[];

/** What is wrong, where, and the JSON Pointer of the schema rule that says so. */
export interface RuleIssue {
  readonly message: string;
  readonly path: JsonPath;
  readonly rule: string;
}

/** A value that travels with a code: always, or only sometimes. */
export interface ContextFact {
  readonly name: string;
  readonly always: boolean;
  readonly description: string;
  readonly schema: unknown;
}

/** What is promised about one code of a list; facts that the list does not state are absent. */
export interface CodeFacts {
  readonly id: string | number;
  readonly name?: string;
  readonly category?: string;
  readonly severity?: readonly string[];
  readonly meaning?: string;
  readonly action?: string;
  readonly context?: readonly ContextFact[];
  /** Where it may occur; absent means everywhere. */
  readonly commands?: readonly string[];
  readonly exitCode?: number;
  readonly retryable?: "yes" | "no" | "after-fix" | "depends" | "unknown";
  readonly retryableText?: string;
  readonly phase?: string;
  readonly sideEffects?: string;
  readonly since?: string;
  readonly deprecated?: Readonly<Record<string, unknown>>;
  readonly retired?: string;
  readonly replaces?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly source?: string;
  /** The facts, by their keys in the list, that no source states: the registry's own words. */
  readonly ours?: readonly string[];
  /** Where it is documented: an address, or a page of the registry's documentation. */
  readonly docs?: string;
}

/** A value that may be checked by any tool that speaks Standard Schema (https://standardschema.dev). */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "accordant";
    readonly validate: (
      value: unknown,
    ) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly RuleIssue[] };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

/** The entries of a map, each with the key by which the member `Tag` chooses it. */
export type ByTag<Tag extends string, Entries> = {
  [Key in keyof Entries]: { [Name in Tag]: Key } & Entries[Key];
}[keyof Entries];

/** Thrown by assertions: every issue of a document. */
export class ContractError extends Error {
  readonly issues: readonly RuleIssue[];

  constructor(name: string, issues: readonly RuleIssue[]) {
    super(`not a valid ${name}: ${issues.map(describeIssue).join("; ")}`);
    this.name = "ContractError";
    this.issues = issues;
  }
}

function describeIssue({ path, message, rule }: RuleIssue): string {
  const place = path.length === 0 ? "the value" : pointerOf(path);
  return rule === "" ? `${place} ${message}` : `${place} ${message} [${rule}]`;
}

/** A path as a JSON Pointer. */
export function pointerOf(path: JsonPath): string {
  return path.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A Standard Schema object from a function that lists issues. */
export function standard<T>(check: (value: unknown) => RuleIssue[]): StandardSchema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "accordant",
      validate: (value) => {
        const issues = check(value);
        return issues.length === 0 ? { value: value as T } : { issues };
      },
    },
  };
}

/** A date, a map and the like are objects of the language, but JSON makes something else of them. */
export function anObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

export function anArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function anInteger(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value);
}

/** An infinity, which readers make of `1e400`, is not a number of JSON. */
export function aNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

export function aString(value: unknown): boolean {
  return typeof value === "string";
}

export function aBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

/** Every value of JSON; what is not there at all is none. */
export function anyValue(value: unknown): boolean {
  return value !== undefined;
}

/** No value at all. */
export function noValue(value: unknown): value is never {
  return anObject(value) && anArray(value);
}

/** Whether a value is one of some plain ones. */
export function oneOf(value: unknown, ...options: readonly unknown[]): boolean {
  return options.includes(value);
}

/** Whether two JSON values are equal; the order of members does not count. */
export function same(value: unknown, other: unknown): boolean {
  if (anArray(value)) {
    return anArray(other) && value.length === other.length && value.every((item, index) => same(item, other[index]));
  }
  if (anObject(value)) {
    if (!anObject(other)) return false;
    const names = Object.keys(value);
    return (
      names.length === Object.keys(other).length
      && names.every((name) => Object.hasOwn(other, name) && same(value[name], other[name]))
    );
  }
  return value === other;
}

/** Whether a value that is an object has all the members; other values pass. */
export function has(value: unknown, ...names: readonly string[]): boolean {
  return !anObject(value) || names.every((name) => Object.hasOwn(value, name));
}

/** Whether a value is an object with a member that is one of some texts. */
export function carries(value: unknown, name: string, ...texts: readonly string[]): boolean {
  return anObject(value) && Object.hasOwn(value, name) && texts.some((text) => value[name] === text);
}

export function member(value: unknown, name: string, test: (value: unknown) => boolean): boolean {
  return !anObject(value) || !Object.hasOwn(value, name) || test(value[name]);
}

/** Something about a whole value that tests of its members or items ask for. */
export type Fact = () => boolean;

/** A fact that is worked out where it is first asked for, and then remembered. */
export function remember(fact: Fact): Fact {
  let known: boolean | undefined;
  return () => (known ??= fact());
}

/** Whether all members pass; the test may ask for facts about the whole value. */
export function members(
  value: unknown, test: (value: unknown, name: string, ...facts: readonly Fact[]) => boolean, ...facts: readonly Fact[]
): boolean {
  if (!anObject(value)) return true;
  const known = facts.map(remember);
  return Object.keys(value).every((name) => test(value[name], name, ...known));
}

export function names(value: unknown, test: (name: string) => boolean): boolean {
  return !anObject(value) || Object.keys(value).every(test);
}

export function size(value: unknown, least: number, most: number = Infinity): boolean {
  if (!anObject(value)) return true;
  const count = Object.keys(value).length;
  return count >= least && count <= most;
}

export function item(value: unknown, index: number, test: (value: unknown) => boolean): boolean {
  return !anArray(value) || value.length <= index || test(value[index]);
}

/** Whether all items pass; the test may ask for facts about the whole value. */
export function items(
  value: unknown,
  start: number,
  test: (value: unknown, index: number, ...facts: readonly Fact[]) => boolean,
  ...facts: readonly Fact[]
): boolean {
  if (!anArray(value)) return true;
  const known = facts.map(remember);
  for (let index = start; index < value.length; index += 1) { // holes too
    if (!test(value[index], index, ...known)) return false;
  }
  return true;
}

export function contains(value: unknown, least: number, most: number, test: (value: unknown) => boolean): boolean {
  if (!anArray(value)) return true;
  const count = value.filter((entry) => test(entry)).length;
  return count >= least && count <= most;
}

export function count(value: unknown, least: number, most: number = Infinity): boolean {
  return !anArray(value) || (value.length >= least && value.length <= most);
}

export function isUnique(value: unknown): boolean {
  if (!anArray(value)) return true;
  const seen = new Set(value.map(canonical));
  return seen.size === value.length;
}

function canonical(value: unknown): string {
  if (anArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (anObject(value)) {
    const inner = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
    return `{${inner.join(",")}}`;
  }
  return Object.is(value, -0) ? "0" : JSON.stringify(value);
}

/** The length of a string in code points. */
export function length(value: unknown, least: number, most: number = Infinity): boolean {
  if (typeof value !== "string") return true;
  const points = Array.from(value).length;
  return points >= least && points <= most;
}

const patterns = new Map<string, RegExp>();

/** Whether a pattern occurs in a string, both read code point by code point. */
export function matches(value: unknown, pattern: string): boolean {
  if (typeof value !== "string") return true;
  let known = patterns.get(pattern);
  if (known === undefined) {
    known = new RegExp(pattern, "u");
    patterns.set(pattern, known);
  }
  return known.test(value);
}

export function atLeast(value: unknown, limit: number): boolean {
  return typeof value !== "number" || (Number.isFinite(value) && value >= limit);
}

export function moreThan(value: unknown, limit: number): boolean {
  return typeof value !== "number" || (Number.isFinite(value) && value > limit);
}

export function atMost(value: unknown, limit: number): boolean {
  return typeof value !== "number" || (Number.isFinite(value) && value <= limit);
}

export function lessThan(value: unknown, limit: number): boolean {
  return typeof value !== "number" || (Number.isFinite(value) && value < limit);
}

/** Whether a number is a multiple of another, both taken as the decimals that they are written as. */
export function multipleOf(value: unknown, divisor: number): boolean {
  if (typeof value !== "number") return true;
  if (!Number.isFinite(value)) return false;
  const [dividend, dividendScale] = readDecimal(value);
  const [divisorDigits, divisorScale] = readDecimal(divisor);
  const scale = Math.max(dividendScale, divisorScale);
  return (dividend * 10n ** BigInt(scale - dividendScale)) % (
    divisorDigits * 10n ** BigInt(scale - divisorScale)
  ) === 0n;
}

/** A number as an integer and the number of its decimal places. */
function readDecimal(value: number): [bigint, number] {
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  const places = fraction.length - Number(exponent);
  const all = BigInt(whole + fraction);
  return places >= 0 ? [all, places] : [all * 10n ** BigInt(-places), 0];
}

/** Whether exactly one of some tests holds. */
export function exactlyOne(...tests: readonly boolean[]): boolean {
  return tests.filter(Boolean).length === 1;
}

/**
 * A text that is none of those which the contract names: `switch` and `===` on a named one leave it out. The mark is of
 * the type alone, the value is a plain string; write `text as LaterText` to make one.
 */
export type LaterText = Written<string & { readonly [later]: true }>;
declare const later: unique symbol;
/** A value as text: compilers tell apart the members of a union by texts, not by intersections. */
type Written<Value extends string | number> = `${Value}`;

/** The texts that select the types of a union by a member, but for the type of those that came later. */
export type KnownTag<Value, Name extends string> = Value extends { readonly [Key in Name]: infer Tag }
  ? Tag extends LaterText
    ? never
    : Tag
  : never;

/** Whether the tag of a union that may grow is that text, and so the value what the text selects. */
export function hasTag<Value extends { readonly [Key in Name]: string }, Name extends string, Tag extends string>(
  value: Value,
  name: Name,
  tag: Tag & KnownTag<Value, Name>,
): value is Extract<Value, { readonly [Key in Name]: Tag }> {
  const [carried, asked]: readonly [string, string] = [value[name], tag];
  return carried === asked;
}

/** Whether not more than one of some tests holds. */
export function notTwo(...tests: readonly boolean[]): boolean {
  return tests.filter(Boolean).length < 2;
}

/** What was answered, by who was asked, about which value, and how. */
let answers: Map<unknown, Map<unknown, Map<string, unknown>>> | undefined;

/**
 * An answer about a value, which is given once for each part of a document, however many rules lead to the part: where
 * two rules look at one member and at all inside it, each level of a document would double the work.
 *
 * Answers are forgotten with the outermost part.
 */
export function once<T>(asked: unknown, value: unknown, how: string, answer: () => T): T {
  const isOutermost = answers === undefined;
  answers ??= new Map<unknown, Map<unknown, Map<string, unknown>>>();
  try {
    const ofAsked = inMap(answers, asked, () => new Map<unknown, Map<string, unknown>>());
    const known = inMap(ofAsked, value, () => new Map<string, unknown>());
    return inMap<string, unknown>(known, how, answer) as T;
  } finally {
    if (isOutermost) answers = undefined;
  }
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as V;
}

export function report(issues: RuleIssue[], path: JsonPath, message: string, rule: string): void {
  issues.push({ message, path, rule });
}

export function reportMissing(
  value: unknown, required: readonly string[], path: JsonPath, issues: RuleIssue[], rule: string, words = "is required"
): void {
  if (!anObject(value)) return;
  for (const name of required) {
    if (!Object.hasOwn(value, name)) report(issues, [...path, name], words, rule);
  }
}

export function inMember(
  value: unknown, name: string, path: JsonPath, look: (value: unknown, path: JsonPath) => void
): void {
  if (anObject(value) && Object.hasOwn(value, name)) look(value[name], [...path, name]);
}

export function inMembers(
  value: unknown,
  path: JsonPath,
  look: (value: unknown, path: JsonPath, name: string, ...facts: readonly Fact[]) => void,
  ...facts: readonly Fact[]
): void {
  if (!anObject(value)) return;
  const known = facts.map(remember);
  for (const name of Object.keys(value)) look(value[name], [...path, name], name, ...known);
}

export function inNames(value: unknown, path: JsonPath, look: (name: string, path: JsonPath) => void): void {
  if (!anObject(value)) return;
  for (const name of Object.keys(value)) look(name, [...path, name]);
}

export function inItem(
  value: unknown, index: number, path: JsonPath, look: (value: unknown, path: JsonPath) => void
): void {
  if (anArray(value) && value.length > index) look(value[index], [...path, index]);
}

export function inItems(
  value: unknown,
  start: number,
  path: JsonPath,
  look: (value: unknown, path: JsonPath, index: number, ...facts: readonly Fact[]) => void,
  ...facts: readonly Fact[]
): void {
  if (!anArray(value)) return;
  const known = facts.map(remember);
  for (let index = start; index < value.length; index += 1) { // holes too
    look(value[index], [...path, index], index, ...known);
  }
}
