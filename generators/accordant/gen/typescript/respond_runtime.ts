import { faultOf } from "./response.js";
import { anObject, pointerOf } from "./runtime.js";
import type { RuleIssue } from "./runtime.js";
import { findPlaces } from "./rules.js";
import type { ContractRule } from "./rules.js";
import { writeMissing } from "./stated.js";
import { NoJson, jsonOf } from "./written.js";

/**
 * What is wrong with a response: where (JSON Pointer), a sentence, and the rule that says so.
 *
 * `rule` is the id of a rule of the contract, or the place in a schema file.
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
    const lines = problems.map(({ pointer, message, rule }) => `${pointer || "the response"}: ${message} [${rule}]`);
    super(lines.join("; "));
    this.name = "Refused";
    this.problems = problems;
  }
}

/** Every engine has this clock; the declaration spares the types of one. */
declare const performance: { now(): number };

/** Starts when it is made: make it when the command begins. */
export class Timer {
  private readonly started = performance.now();

  /** Whole milliseconds since the start. */
  milliseconds(): number {
    return Math.floor(performance.now() - this.started);
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

/** A document from the members that may be given and what is derived, by pointer; `given` is all that was given. */
export function composed(
  members: Readonly<Record<string, unknown>>,
  derived: Readonly<Record<string, unknown>>,
  given: object,
): unknown {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) {
    const message = "cannot be given: it is derived, or no declared member";
    throw new Refused([{ pointer: `/${unknown}`, message, rule: "given" }]);
  }
  let document: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  );
  for (const [pointer, value] of Object.entries(derived)) {
    const tokens = pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
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
  if (!anObject(place)) {
    const parent = pointer.slice(0, pointer.lastIndexOf("/"));
    throw new Refused([{ pointer: parent, message: "must be an object", rule: "derived" }]);
  }
  if (rest.length === 0 && Object.hasOwn(place, name)) {
    throw new Refused([{ pointer, message: "is derived and cannot be given", rule: "derived" }]);
  }
  const inner = Object.hasOwn(place, name) ? place[name] : {};
  return { ...place, [name]: rest.length === 0 ? value : added(inner, rest, value, pointer) };
}

/** A document with the members that its schema asks for, that it lacks, and whose values rules state. */
export function completed(
  document: unknown,
  rules: readonly ContractRule[],
  check: (value: unknown) => RuleIssue[],
  file: string,
): unknown {
  return writeMissing(document, rules, (value) => {
    return new Set(firstProblems(check, file, value, 0).map(({ pointer }) => pointer));
  });
}

/**
 * What a caller writes of a type that readers use: where that takes words of later releases beside the words that the
 * contract lists, it has one of the listed ones.
 */
export type Closed<Type, Listed> = unknown extends Type
  ? Type
  : Inside<Type, Listed> | Word<Extract<Type, string>, Listed> | Word<Extract<Type, number>, Listed> | Other<Type>;
type Inside<Type, Listed> = Type extends Plain ? never : { [Key in keyof Type]: Closed<Type[Key], Listed> };
type Word<Type, Listed> = [Named<Type>] extends [never] ? Type : [Named<Type>] extends [Listed] ? Named<Type> : Type;
type Named<Type> = Type extends string ? Fixed<Type, string> : Type extends number ? Fixed<Type, number> : never;
type Fixed<Type, Any> = Any extends Type ? never : Type;
type Other<Type> = Extract<Exclude<Type, string | number>, Plain>;
type Plain = string | number | boolean | null | undefined;

/** Marks what a factory made: no literal has it. */
declare const MADE: unique symbol;

/** A response that a factory made, whose members stay as they are: a literal, or a copy with a change, is none. */
export type Made<Document> = Readonly<Document> & { readonly [MADE]: true };

/** The response, its members in an order, or a {@link Refused} that lists its problems. */
export function responded(document: unknown, problems: readonly Problem[], order: readonly string[]): unknown {
  if (problems.length > 0 || !anObject(document)) throw new Refused(problems);
  const known = order.filter((name) => Object.hasOwn(document, name)).map((name) => [name, document[name]] as const);
  return Object.freeze({ ...Object.fromEntries(known), ...document });
}

/** The JSON of a value: what a reader will see. Throws a {@link Refused} that names the place of what is not JSON. */
export function written(document: unknown): unknown {
  try {
    return jsonOf(document);
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    throw new Refused([{ pointer: pointerOf(error.path), message: error.reason, rule: "json" }]);
  }
}

function impossibleIn(document: unknown): readonly Problem[] {
  try {
    written(document);
    return [];
  } catch (error) {
    if (error instanceof Refused) return error.problems;
    throw error;
  }
}

/** Problems of an item of a list, placed in the list. */
export function placedBelow(index: number, problems: readonly Problem[]): Problem[] {
  return problems.map(({ pointer, message, rule }) => ({ pointer: `/${String(index)}${pointer}`, message, rule }));
}

/** What is wrong with an exit code that the contract does not list and the command does not declare. */
export function undeclared(
  exitCode: number,
  rows: Readonly<Record<number, unknown>>,
  declared: Readonly<Record<string, unknown>> = {},
): Problem[] {
  if (!Number.isInteger(exitCode) || Object.hasOwn(rows, exitCode) || Object.hasOwn(declared, String(exitCode))) {
    return [];
  }
  const listed = Object.keys(rows).join(", "); // in the order of numbers, as JavaScript keeps them
  const told = `the exit code ${String(exitCode)} is not one that the contract lists (${listed})`;
  const message = `${told}; end with one of these, or declare it`;
  return [{ pointer: "", message, rule: "exit-code" }];
}

/**
 * What is wrong with a document by its schema, and with the exit code in itself; where the document is undefined,
 * `raw` is the text that is not one.
 */
export function firstProblems(
  check: (value: unknown) => RuleIssue[],
  file: string,
  document: unknown,
  exitCode: number,
  raw?: unknown,
): Problem[] {
  const problems: Problem[] =
    document === undefined
      ? [{ pointer: "", message: faultOf(raw), rule: file }]
      : [
        ...impossibleIn(document),
        ...check(document).map(({ path, message, rule }) => ({ pointer: pointerOf(path), message, rule }))
      ];
  if (!Number.isInteger(exitCode) || exitCode < 0 || exitCode > 255) {
    problems.push({ pointer: "", message: "the exit code must be an integer from 0 to 255", rule: "exit-code" });
  }
  return problems;
}

/** The facts of a code that say with which exit code it comes. */
interface CodeOfExit {
  readonly id: string | number;
  readonly exitCode?: number;
}

/**
 * What is wrong with the codes of a failure that have exit codes of their own, where none is that of the process.
 *
 * `lists` gives the places of codes, in which `*` is any index or key, each with the facts of its list. A place that
 * already has a problem gets no second one.
 */
export function strayCodes(
  document: unknown,
  exitCode: number,
  lists: readonly (readonly [string, Readonly<Record<string, CodeOfExit>>])[],
  known: readonly Problem[],
): Problem[] {
  const codes = lists.flatMap(([place, facts]) => {
    return findPlaces(document, place).flatMap(([at, code]) => {
      const fact = typeof code === "string" && Object.hasOwn(facts, code) ? facts[code] : undefined;
      return fact?.exitCode === undefined ? [] : [{ pointer: at, id: fact.id, exitCode: fact.exitCode }];
    });
  });
  const [first] = codes;
  if (exitCode === 0 || first === undefined || codes.some((code) => code.exitCode === exitCode)) return [];
  if (known.some(({ pointer }) => pointer === first.pointer)) return [];
  const goes = `${String(first.id)} goes with exit code ${String(first.exitCode)}`;
  const message = `${goes}; the program ended with exit code ${String(exitCode)}`;
  return [{ pointer: first.pointer, message, rule: "exit-code-differs" }];
}
