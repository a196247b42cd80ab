import { LineFault, MOST_BYTES, TOO_LONG, isTooLong, linesOn, parseLine } from "./lines.js";
import { follow } from "./reading.js";
import { pointerOf, same } from "./runtime.js";
import type { RuleIssue } from "./runtime.js";
import { NoJson, jsonOf } from "./written.js";

/** A line as text or as bytes in UTF-8, with or without its LF. */
export type Text = string | Uint8Array;

/** Which line types may come when. State 0 is the first. */
export interface Grammar {
  readonly name: string;
  /** Where a line says its type (JSON Pointer). */
  readonly discriminator: string;
  /** The state behind every line type that may come. */
  readonly states: readonly Readonly<Record<string, number>>[];
  /** The states in which the stream may end. */
  readonly ends: readonly number[];
  /** The line types after which nothing may follow. */
  readonly terminal: readonly string[];
  /** The line types that say how far the program is. */
  readonly repeated: readonly string[];
  /** What the last line holds where the program failed: all values of one of these, by their JSON Pointers. */
  readonly failure: readonly Readonly<Record<string, unknown>>[];
  /** What it means that a line type is missing at the end. */
  readonly means: Readonly<Record<string, string>>;
}

/** What keeps a value from being a line. */
export type Check = (value: unknown) => RuleIssue[];

/** A line that is wrong: its number, and why. */
export interface Fault {
  readonly line: number;
  readonly reason: string;
}

/** How a stream ended. */
export interface StreamEnd<L> {
  /**
   * `complete`: whole. `failed`: whole, and the program failed. `interrupted`: right so far. `cut`: right but for the
   * last line, which was cut. `malformed`: something is wrong, and `faults` says what.
   */
  readonly state: "complete" | "failed" | "interrupted" | "cut" | "malformed";
  /** Lines that hold a value. */
  readonly lines: number;
  /** The line types that must still come, the shortest way. */
  readonly missing: readonly string[];
  /** What the contract says of that. */
  readonly means: readonly string[];
  /** The last good line that says how far the program is. */
  readonly progress: L | undefined;
  /** Its number; 0 without one. */
  readonly progressLine: number;
  /** The terminal line. */
  readonly result: L | undefined;
  /** The first faults. */
  readonly faults: readonly Fault[];
  readonly faultCount: number;
}

/** So many faults are kept; all are counted. */
export const MOST_FAULTS = 100;

/** A line that the grammar, its schema or readers would refuse, or an end that comes too early. */
export class StreamError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StreamError";
  }
}

/** Where a stream is in its grammar. An unreadable line may have been any, so that it is in several states. */
class Position {
  states: readonly number[] = [0];
  /** Whether a line came behind the terminal one. */
  isClosed = false;
  private last = "";
  readonly grammar: Grammar;

  constructor(grammar: Grammar) {
    this.grammar = grammar;
  }

  /** Take a line; false where none of that type may come. */
  feed(type: string): boolean {
    const after = this.moves().flatMap((moves) => (Object.hasOwn(moves, type) ? [moves[type] as number] : []));
    if (after.length === 0) {
      this.isClosed = this.isOver();
      return false;
    }
    this.states = [...new Set(after)];
    this.last = type;
    return true;
  }

  /** Whether the last line was a terminal one: nothing follows it, of whatever type. */
  isOver(): boolean {
    const isEnd = this.moves().every((moves) => Object.keys(moves).length === 0);
    return isEnd && this.grammar.terminal.includes(this.last);
  }

  /** Whether a line of that type may come here. */
  admits(type: string): boolean {
    return this.moves().some((moves) => Object.hasOwn(moves, type));
  }

  /** Take a line whose type is not known, or none. */
  passUnknown(): void {
    this.states = [...new Set([...this.states, ...this.moves().flatMap((moves) => Object.values(moves))])];
  }

  /** What is wrong with a line of that type here, as a sentence. */
  refusal(type: unknown): string {
    const types = [...new Set(this.moves().flatMap((moves) => Object.keys(moves)))].map((name) => `'${name}'`);
    const ends = this.states.some((state) => this.grammar.ends.includes(state)) ? ["the end"] : [];
    if (this.isOver()) return `a line '${String(type)}' follows the terminal line, after which nothing may come`;
    return `a line '${String(type)}' is not allowed here; expected: ${[...types, ...ends].join(" or ") || "nothing"}`;
  }

  /** The shortest series of line types that ends the stream. */
  missing(): readonly string[] {
    const todo = this.states.map((state): [number, readonly string[]] => [state, []]);
    const seen = new Set(this.states);
    for (const [state, path] of todo) {
      if (this.grammar.ends.includes(state)) return path;
      for (const [type, after] of Object.entries(this.grammar.states[state] ?? {})) {
        if (seen.has(after)) continue;
        seen.add(after);
        todo.push([after, [...path, type]]);
      }
    }
    return [];
  }

  private moves(): Readonly<Record<string, number>>[] {
    return this.states.map((state) => this.grammar.states[state] ?? {});
  }
}

/** Every engine has one; the declaration spares the types of an environment. */
declare const TextDecoder: new (
  label: string, options: { fatal: boolean; ignoreBOM: true }
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

/** A stream that is being read, line by line. */
class Reading<L> {
  private number = 0;
  private lines = 0;
  private readonly faults: Fault[] = [];
  private faultCount = 0;
  private cut = "";
  private progress: L | undefined;
  private progressLine = 0;
  private result: L | undefined;
  private isFailure = false;
  private isLost = false;
  private readonly position: Position;
  private readonly types: ReadonlySet<string>;
  private readonly grammar: Grammar;
  private readonly check: Check;

  constructor(grammar: Grammar, check: Check) {
    this.grammar = grammar;
    this.check = check;
    this.position = new Position(grammar);
    this.types = new Set(grammar.states.flatMap((moves) => Object.keys(moves)));
  }

  /** The line as its type; undefined for one that is blank or wrong. */
  take(raw: Text): L | undefined {
    this.settle();
    this.number += 1;
    const { text, isEnded, isUnicode } = textOf(raw, this.number === 1);
    if (/^[ \t\r]*$/u.test(text) && isUnicode) return undefined;
    let value: unknown;
    try {
      value = parseLine(text);
      if (!isUnicode) throw new LineFault("not UTF-8");
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      if (error.isCut && !isEnded) this.cut = error.message;
      else this.unreadable(error.message, isUnicode ? linesOn(text) : []);
      return undefined;
    }
    return this.typed(value);
  }

  private typed(value: unknown): L | undefined {
    this.lines += 1;
    const type = follow(value, this.grammar.discriminator);
    const issues = this.check(value);
    for (const issue of issues.slice(0, 1)) this.fault(`${issue.path.join("/")}: ${issue.message}`);
    if (type === undefined || type === "") this.position.passUnknown();
    else if (typeof type === "string" && this.isJudged(type) && !this.position.feed(type)) {
      this.isLost = true;
      this.fault(this.position.refusal(type));
    }
    if (issues.length > 0) return undefined;
    this.note(value as L, type);
    return value as L;
  }

  /** Whether the grammar says if a line may come here; a later release may have types that it does not know. */
  private isJudged(type: string): boolean {
    return !this.isLost && (this.types.has(type) || this.position.isOver());
  }

  private note(line: L, type: unknown): void {
    if (typeof type !== "string") return;
    if (this.grammar.repeated.includes(type) && !this.position.isClosed) {
      this.progress = line;
      this.progressLine = this.number;
    }
    if (this.grammar.terminal.includes(type)) {
      this.result = line;
      this.isFailure = this.grammar.failure.some((marks) =>
        Object.entries(marks).every(([at, wanted]) => same(follow(line, at), wanted)));
    }
  }

  /** A line is wrong; of lines whose line feeds were lost it is known where in the stream they stand. */
  private unreadable(reason: string, lost: readonly unknown[] = []): void {
    this.fault(reason);
    for (const value of lost.length > 0 ? lost : [null]) {
      const type = follow(value, this.grammar.discriminator);
      if (typeof type === "string" && this.position.admits(type)) this.position.feed(type);
      else this.position.passUnknown();
    }
  }

  /** A line that looked cut and is not the last one was wrong. */
  private settle(): void {
    if (this.cut === "") return;
    this.unreadable(this.cut);
    this.cut = "";
  }

  private fault(reason: string): void {
    this.faultCount += 1;
    if (this.faults.length < MOST_FAULTS) this.faults.push({ line: this.number, reason });
  }

  end(): StreamEnd<L> {
    const missing = this.isLost ? [] : this.position.missing();
    return {
      state: this.state(missing),
      lines: this.lines,
      missing,
      means: Object.entries(this.grammar.means).filter(([type]) => missing.includes(type)).map(([, said]) => said),
      progress: this.progress,
      progressLine: this.progressLine,
      result: this.result,
      faults: [...this.faults],
      faultCount: this.faultCount,
    };
  }

  private state(missing: readonly string[]): StreamEnd<L>["state"] {
    if (this.faultCount > 0) return "malformed";
    if (this.cut !== "") return "cut";
    if (missing.length > 0) return "interrupted";
    return this.isFailure ? "failed" : "complete";
  }
}

/** The text of a line without its LF and, at the beginning of a stream, without a byte order mark. */
function textOf(raw: Text, isFirst: boolean): { text: string; isEnded: boolean; isUnicode: boolean } {
  let text: string;
  let isUnicode = true;
  if (typeof raw === "string") text = raw;
  else if (raw.length > MOST_BYTES + 1) text = '"'.padEnd(MOST_BYTES + 1);
  else [text, isUnicode] = decoded(raw);
  const isEnded = text.endsWith("\n");
  if (isEnded) text = text.slice(0, -1);
  if (isFirst && text.startsWith("\ufeff")) text = text.slice(1);
  return { text, isEnded, isUnicode };
}

/** The text of bytes, and whether they are UTF-8; of bytes that end inside a character, the text before it. */
function decoded(bytes: Uint8Array): [string, boolean] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text: string | undefined;
  try {
    text = decoder.decode(bytes, { stream: true });
    decoder.decode(); // throws where a character is not whole
    return [text, true];
  } catch {
    return [text ?? new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes), false];
  }
}

/** Yields the lines of a stream as their types, as they come. What is wrong is left out, and `end` says it. */
export class StreamReader<L> implements Iterable<L> {
  private readonly reading: Reading<L>;
  private readonly lines: Iterable<Text>;

  constructor(grammar: Grammar, check: Check, lines: Iterable<Text>) {
    this.reading = new Reading<L>(grammar, check);
    this.lines = lines;
  }

  *[Symbol.iterator](): Generator<L, void, undefined> {
    for (const text of this.lines) {
      const line = this.reading.take(text);
      if (line !== undefined) yield line;
    }
  }

  /** How the stream ended; before the last line is read, how it would if it ended here. */
  get end(): StreamEnd<L> {
    return this.reading.end();
  }
}

/** The same for lines that are waited for. */
export class AsyncStreamReader<L> implements AsyncIterable<L> {
  private readonly reading: Reading<L>;
  private readonly lines: AsyncIterable<Text>;

  constructor(grammar: Grammar, check: Check, lines: AsyncIterable<Text>) {
    this.reading = new Reading<L>(grammar, check);
    this.lines = lines;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<L, void, undefined> {
    for await (const text of this.lines) {
      const line = this.reading.take(text);
      if (line !== undefined) yield line;
    }
  }

  /** How the stream ended; before the last line is read, how it would if it ended here. */
  get end(): StreamEnd<L> {
    return this.reading.end();
  }
}

/** The lines of what comes in pieces, such as `process.stdin`; only LF ends a line. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Uint8Array[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield joined([...held, piece.subarray(start, end + 1)]);
      held = [];
      start = end + 1;
    }
    if (start < piece.length && held.length <= MOST_BYTES) held.push(piece.subarray(start));
  }
  if (held.length > 0) yield joined(held);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Lines on their way out: each is checked before it is written. */
class Lines<L> {
  private readonly position: Position;
  private readonly check: Check;

  constructor(grammar: Grammar, check: Check) {
    this.position = new Position(grammar);
    this.check = check;
  }

  /**
   * The text of a line, its type first, with LF. Throws a {@link StreamError} where the grammar does not admit it here,
   * its schema does not allow it, or readers would refuse it.
   */
  text(line: L): string {
    const value = written(line);
    const { discriminator } = this.position.grammar;
    const type = follow(value, discriminator);
    if (typeof type !== "string" || !this.position.admits(type)) throw new StreamError(this.position.refusal(type));
    const issues = this.check(value);
    if (issues.length > 0) throw new StreamError(issues.map(sentence).join("; "));
    const text = JSON.stringify(typeFirst(value, discriminator));
    if (isTooLong(text)) throw new StreamError(`the line has ${TOO_LONG}`);
    this.position.feed(type);
    return `${text}\n`;
  }

  /** Throws a {@link StreamError} where the stream may not end here. */
  requireEnd(): void {
    const missing = this.position.missing();
    if (missing.length === 0) return;
    throw new StreamError(`the stream ends too early: ${missing.map((type) => `'${type}'`).join(", ")} must follow`);
  }
}

function written(line: unknown): unknown {
  try {
    return jsonOf(line);
  } catch (error) {
    if (error instanceof NoJson) throw new StreamError(sentence({ path: error.path, message: error.reason }));
    throw error;
  }
}

function sentence({ path, message }: Pick<RuleIssue, "path" | "message">): string {
  return `${pointerOf(path) || "the line"}: ${message}`;
}

/** The line with the member first that holds its type. */
function typeFirst(value: unknown, discriminator: string): unknown {
  const name = discriminator.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
  if (name === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  return Object.fromEntries([[name, (value as Record<string, unknown>)[name]], ...Object.entries(value)]);
}

/** Writes a stream: one line each, its type first. What the grammar forbids is refused, and nothing of it written. */
export class LineWriter<L> {
  private readonly lines: Lines<L>;
  private readonly send: (text: string) => unknown;

  constructor(grammar: Grammar, check: Check, send: (text: string) => unknown) {
    this.lines = new Lines<L>(grammar, check);
    this.send = send;
  }

  /**
   * Write a line. Throws a {@link StreamError} where it may not come here, follows the terminal line, or is not what
   * its schema allows or readers take; the sentence says where in the line.
   */
  write(line: L): void {
    this.send(this.lines.text(line));
  }

  /** End the stream, with its last line where one is given. Throws a {@link StreamError} where lines are missing. */
  close(result?: L): void {
    if (result !== undefined) this.write(result);
    this.lines.requireEnd();
  }
}

/** The same for a place to write to that is waited for. */
export class AsyncLineWriter<L> {
  private readonly lines: Lines<L>;
  private readonly send: (text: string) => PromiseLike<unknown>;

  constructor(grammar: Grammar, check: Check, send: (text: string) => PromiseLike<unknown>) {
    this.lines = new Lines<L>(grammar, check);
    this.send = send;
  }

  /** Write a line; rejects as {@link LineWriter.write} throws. */
  async write(line: L): Promise<void> {
    await this.send(this.lines.text(line));
  }

  /** End the stream; rejects as {@link LineWriter.close} throws. */
  async close(result?: L): Promise<void> {
    if (result !== undefined) await this.write(result);
    this.lines.requireEnd();
  }
}
