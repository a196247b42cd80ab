import { placeOfFault, repeatsKey } from "./lines.js";
import { follow, textOf } from "./reading.js";
import { anArray, anObject, same } from "./runtime.js";
import type { CodeFacts } from "./runtime.js";

export type Outcome = "success" | "failure";

/** What the command itself declares about its exit codes, by the code as a string. */
export type Declared = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The facts of each exit code. */
export type Rows = Readonly<Record<number, CodeFacts>>;

/**
 * The JSON value of a text (or its bytes), or undefined where it is not JSON, or has a key twice; anything else
 * is a document already.
 */
export function parsed(raw: unknown): unknown {
  try {
    const text = textOf(raw);
    if (typeof text !== "string") return text;
    const value: unknown = JSON.parse(text);
    return repeatsKey(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Why `parsed` does not take a text, and where: the line, and the column of its characters. */
export function faultOf(raw: unknown): string {
  let text: unknown;
  try {
    text = textOf(raw);
  } catch {
    return "is not JSON: not UTF-8";
  }
  if (typeof text !== "string") return "is not JSON";
  const place = placeOfFault(text);
  if (place !== "") return `is not JSON: ${place}`;
  return repeatsKey(text) ? "is not read: a key occurs twice in one object" : "is not JSON";
}

/**
 * A response as rules see it.
 *
 * Places are JSON Pointers into the document, `exit-code`, `exit-code/FACT` (a fact of the code's row in the list of
 * exit codes), `declared/POINTER` (in what the command declares about its exit code), `given/NAME/POINTER` (in a
 * document beside the response) and `outcome`. What is not there is undefined.
 */
export class Seen {
  document: unknown;
  exitCode: number | undefined;
  outcome: Outcome = "failure";
  readonly facts: Map<string, unknown> = new Map<string, unknown>();
  private readonly entry: unknown;
  private readonly rows: Rows;
  private readonly given: Readonly<Record<string, unknown>>;

  /** Sees a document that `parsed` gave; `exitCode` is undefined where it is not known. */
  constructor(
    document: unknown, exitCode: number | undefined, rows: Rows, declared: Declared = {},
    given: Readonly<Record<string, unknown>> = {},
  ) {
    this.given = given;
    this.document = document;
    this.exitCode = exitCode;
    this.rows = rows;
    this.entry = Object.hasOwn(declared, String(exitCode)) ? declared[String(exitCode)] : undefined;
  }

  /** Whether the command declares the exit code that it ended with. */
  isDeclared(): boolean {
    return this.entry !== undefined;
  }

  /** What stands at a place. */
  value(place: string): unknown {
    if (place.startsWith("/")) return follow(this.document, place);
    if (place === "outcome") return this.outcome;
    if (place === "exit-code") return this.exitCode;
    if (place.startsWith("declared/")) return follow(this.entry, place.slice("declared".length));
    if (place.startsWith("given/")) {
      const [, name = "", ...tokens] = place.split("/");
      const document = Object.hasOwn(this.given, name) ? this.given[name] : undefined;
      return follow(document, tokens.map((token) => `/${token}`).join(""));
    }
    return this.fact(place.replace(/^exit-code\//u, ""));
  }

  /** The text at a place; empty where there is none. */
  textAt(place: string): string {
    const value = this.value(place);
    return typeof value === "string" ? value : "";
  }

  /** The value at a place as JSON on several lines, in ASCII; empty where there is none. */
  jsonAt(place: string): string {
    const value = this.value(place);
    const text = value === undefined ? "" : JSON.stringify(value, null, 2);
    return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  /** What stands at a pointer in which `*` is any index. */
  values(place: string): readonly unknown[] {
    const [first = "", ...others] = place.split("/*");
    let values = [first === "" ? this.document : this.value(first)];
    for (const rest of others) values = values.filter(anArray).flat().map((value) => follow(value, rest));
    return values.filter((value) => value !== undefined);
  }

  /** What stands at a pointer in which `*` is any index, as a list. */
  listed(place: string): unknown[] {
    return [...this.values(place)];
  }

  /** A fact of the exit code: what was declared, else what its row says. */
  fact(name: string): unknown {
    if (this.facts.has(name)) return this.facts.get(name);
    const code = this.exitCode;
    const row = code !== undefined && Object.hasOwn(this.rows, code) ? this.rows[code] : undefined;
    if (row === undefined) return undefined;
    if (row.attributes !== undefined && Object.hasOwn(row.attributes, name)) return row.attributes[name];
    const camel = name.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    return Object.entries(row).find(([key]) => key === camel)?.[1];
  }

  /** Whether something stands there, null included. */
  has(place: string): boolean {
    return this.value(place) !== undefined;
  }

  /** Whether null stands there, or nothing. */
  isNull(place: string): boolean {
    return (this.value(place) ?? null) === null;
  }

  /** Whether a list, object or text with content stands there. */
  filled(place: string): boolean {
    const value = this.value(place);
    if (typeof value === "string" || anArray(value)) return value.length > 0;
    return anObject(value) && Object.keys(value).length > 0;
  }

  /** Whether a value of a JSON type stands there. */
  isOf(place: string, kind: "string" | "number" | "boolean" | "array" | "object"): boolean {
    const value = this.value(place);
    if (kind === "array") return anArray(value);
    return kind === "object" ? anObject(value) : typeof value === kind;
  }

  /** Whether one of some values stands there. */
  equals(place: string, ...values: readonly unknown[]): boolean {
    const value = this.value(place);
    return value !== undefined && values.some((other) => same(value, other));
  }

  /** Whether two places hold the same value, where both hold one. */
  agrees(place: string, other: string): boolean {
    const [left, right] = [this.value(place), this.value(other)];
    return left === undefined || right === undefined || same(left, right);
  }

  /** Whether a value stands at a place, or nothing. */
  agreesWith(place: string, value: unknown): boolean {
    const actual = this.value(place);
    return actual === undefined || same(actual, value);
  }

  /** How many values stand at some places. */
  count(...places: readonly string[]): number {
    return places.flatMap((place) => this.values(place)).length;
  }

  /** How many different texts stand at some places. */
  countTexts(...places: readonly string[]): number {
    return new Set(places.flatMap((place) => this.values(place)).filter((value) => typeof value === "string")).size;
  }

  /** Whether a number between two limits stands there, both included. */
  within(place: string, least: number, most: number = Infinity): boolean {
    const value = this.value(place);
    return typeof value === "number" && Number.isFinite(value) && value >= least && value <= most;
  }

  /** Whether a number below or above two limits stands there. */
  outside(place: string, least: number, most: number): boolean {
    const value = this.value(place);
    return typeof value === "number" && !(value >= least && value <= most);
  }

  /** The texts at a place that hold one of some words; capitals do not count. */
  containing(place: string, ...words: readonly string[]): string[] {
    const texts = this.values(place).filter((text) => typeof text === "string");
    return texts.filter((text) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())));
  }

  /** Whether there is a text that holds one of some words. */
  contains(place: string, ...words: readonly string[]): boolean {
    return this.containing(place, ...words).length > 0;
  }
}

/**
 * A document with a value at a pointer, or without what stands there (undefined); the original stays as it is.
 * Only members of objects that are there are set or dropped.
 */
export function placed(document: unknown, pointer: string, value: unknown): unknown {
  const [first = "", ...rest] = pointer.slice(1).split("/");
  const key = first.replaceAll("~1", "/").replaceAll("~0", "~");
  if (!anObject(document)) return document;
  if (rest.length > 0) {
    if (!Object.hasOwn(document, key)) return document;
    return { ...document, [key]: placed(document[key], `/${rest.join("/")}`, value) };
  }
  if (value !== undefined) return { ...document, [key]: value };
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
}
