import { anObject } from "./runtime.js";
import type { RuleIssue } from "./runtime.js";

/**
 * What is wrong with a response: where (JSON Pointer), a sentence, and the rule that says so. `rule` is the id of a rule
 * of the contract, or the place in a schema file.
 */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
  readonly rule: string;
}

/** A response was not made, since it would break the contract; `problems` says how. */
export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((one) => `${one.pointer === "" ? "the response" : one.pointer}: ${one.message} [${one.rule}]`).join("; "));
    this.name = "Refused";
    this.problems = problems;
  }
}

/** Starts when it is made: make it when the command begins. */
export class Timer {
  private readonly started = Date.now();

  /** Whole milliseconds since the start. */
  milliseconds(): number {
    return Math.max(0, Date.now() - this.started);
  }

  /** Seconds since the start. */
  seconds(): number {
    return this.milliseconds() / 1000;
  }
}

/** The time in UTC, as RFC 3339 writes it. */
export function now(): string {
  return new Date().toISOString().replace(/\.[0-9]+Z$/u, "Z");
}

/** A document from what was given and what is derived, by pointer. */
export function composed(given: Readonly<Record<string, unknown>>, derived: Readonly<Record<string, unknown>>): unknown {
  let document: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  for (const [pointer, value] of Object.entries(derived)) {
    const tokens = pointer.split("/").slice(1).map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = added(document, tokens, value, pointer);
  }
  return document;
}

function added(
  place: unknown,
  tokens: readonly string[],
  value: unknown,
  pointer: string,
): Readonly<Record<string, unknown>> {
  const [name = "", ...rest] = tokens;
  if (!anObject(place) || (rest.length === 0 && Object.hasOwn(place, name))) {
    throw new Refused([{ pointer, message: "is derived and cannot be given", rule: "derived" }]);
  }
  const inner = Object.hasOwn(place, name) ? place[name] : {};
  return { ...place, [name]: rest.length === 0 ? value : added(inner, rest, value, pointer) };
}

/** The response, or a {@link Refused} that lists its problems. */
export function responded(document: unknown, problems: readonly Problem[]): unknown {
  if (problems.length > 0) throw new Refused(problems);
  return document;
}

/** What a schema has against a document. */
export function schemaProblems(check: (value: unknown) => RuleIssue[], file: string, document: unknown): Problem[] {
  if (document === undefined) return [{ pointer: "", message: "is not JSON", rule: file }];
  return check(document).map(({ path, message, rule }) => ({ pointer: written(path), message, rule }));
}

function written(path: RuleIssue["path"]): string {
  return path.map((one) => `/${String(one).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
