import { Seen, placed } from "./response.js";
import { anObject } from "./runtime.js";
import type { Declared, Outcome, Rows } from "./response.js";

/** What a reader keeps from response to response; plain data, the same JSON in every language. */
export interface Memory {
  /** How often each error code was answered with another try since the last success or change of state. */
  readonly tries: Readonly<Record<string, number>>;
  /** Commands that have moved for good, each with its arguments left out, and what to call instead. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Warnings that ask for another call in a later session. */
  readonly planned: readonly string[];
}

/** The memory before the first response. */
export const NOTHING_REMEMBERED: Memory = { tries: {}, redirects: {}, planned: [] };

/** What to call instead of a call, by the redirects that are remembered; its arguments stay as they are. */
export function rememberedCall(memory: Memory, call: string): string {
  const left = new Map(Object.entries(memory.redirects));
  for (let current = call; ; ) {
    const fitting = [...left].filter(([old, instead]) => begins(current, old) && !begins(current, instead));
    const [longest] = fitting.sort(([key], [other]) => other.length - key.length);
    if (longest === undefined) return current;
    const [old, instead] = longest;
    left.delete(old);
    current = instead + current.slice(old.length);
  }
}

function begins(call: string, command: string): boolean {
  return call === command || call.startsWith(`${command} `);
}

/** Two calls without the arguments that both end with: from a flag on, or a word that names no command. */
function withoutArguments(old: string, instead: string): readonly [string, string] {
  const olds = old.split(" ");
  const news = instead.split(" ");
  let shared = 0;
  while (shared < Math.min(olds.length, news.length) - 1 && olds.at(-shared - 1) === news.at(-shared - 1)) shared += 1;
  while (shared > 0 && COMMAND.test(olds.at(-shared) ?? "")) shared -= 1;
  return shared === 0 ? [old, instead] : [olds.slice(0, -shared).join(" "), news.slice(0, -shared).join(" ")];
}

/** A word that may name a command, or nothing: what stands between two spaces. */
const COMMAND = /^(?:[a-z][a-z0-9_-]*|)$/u;

/** The memory after something was changed that may make failed calls work: every code may be tried anew. */
export function stateChanged(memory: Memory): Memory {
  return { ...memory, tries: {} };
}

/** A kind of action: the outcome that it answers, the details that it always has, and whether it is another try. */
export interface Kind {
  readonly outcome: Outcome;
  readonly carries?: readonly string[];
  readonly repeats?: boolean;
}

/** A detail of an action: its name, its type, and the place whose value it is where no rule tells another. */
export interface Detail {
  readonly attribute: string;
  readonly type: "string" | "number" | "boolean" | "strings";
  readonly source?: string;
}

/** What a contract lets its readers do. */
export interface Actions {
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly details: Readonly<Record<string, Detail>>;
  /** The kind of a success that no rule decides. */
  readonly success: string;
  /** The kind of a failure that no rule decides. */
  readonly failure: string;
  /** The place of the code by which tries are counted. */
  readonly countedBy: string;
}

/** What is known about a call besides its response. */
interface Known {
  readonly actions: Actions;
  readonly rows: Rows;
  readonly declared?: Declared;
  readonly call?: string;
}

/**
 * A response while rules look at it; the methods are the effects of the registry's format.
 *
 * Places are those of responses and `action` (the kind that is decided so far), `action/DETAIL` and `tries` (how many
 * tries the memory holds for the code).
 */
export class Interpreter extends Seen {
  private readonly memory: Memory;
  private readonly actions: Actions;
  private readonly call: string;
  private kind: string | undefined;
  private readonly details = new Map<string, unknown>();
  private redirect = "";
  private readonly planned: string[] = [];
  private readonly rules: string[] = [];
  private asked = "";

  /** Sees a document; `call` is the call that was made. */
  constructor(document: unknown, exitCode: number | null | undefined, memory: Memory, known: Known) {
    super(document, exitCode ?? undefined, known.rows, known.declared);
    this.memory = memory;
    this.actions = known.actions;
    this.call = known.call ?? "";
  }

  /** What stands at a place. */
  override value(place: string): unknown {
    if (place === "action") return this.kind;
    if (place === "tries") return this.tries();
    if (place.startsWith("action/")) return this.details.get(place.slice("action/".length));
    return super.value(place);
  }

  /** The outcome is what a field says that follows from the exit code, unless the code itself denies it. */
  outcomeFrom(place: string): void {
    const isDenied = this.exitCode !== undefined && this.exitCode !== 0;
    this.outcome = this.equals(place, true) && !isDenied ? "success" : "failure";
  }

  /** A rule fits; what comes next are its effects. */
  rule(identifier: string): void {
    this.asked = identifier;
  }

  /** Notes that an effect of the rule that fits has happened. */
  private note(): void {
    if (!this.rules.includes(this.asked)) this.rules.push(this.asked);
  }

  /** Goes on as if a value stood at a place. */
  put(place: string, value: unknown): void {
    if (value === undefined) return;
    this.note();
    if (place === "outcome") this.outcome = value === "success" ? "success" : "failure";
    else if (place === "exit-code") this.exitCode = Number.isInteger(value) ? (value as number) : this.exitCode;
    else if (place.startsWith("exit-code/")) this.facts.set(place.slice("exit-code/".length), value);
    else this.document = placed(this.document, place, value);
  }

  /** Goes on as if nothing stood at a place of the document. */
  remove(place: string): void {
    this.note();
    this.document = placed(this.document, place, undefined);
  }

  /** The first decision that fits the outcome holds; later ones of its kind add details that it left open. */
  decide(kind: string, details: Readonly<Record<string, unknown>> = {}): void {
    if (this.outcome !== this.actions.kinds[kind]?.outcome) return;
    this.note();
    this.kind ??= kind;
    if (this.kind !== kind) return;
    for (const [name, value] of Object.entries(details)) if (!this.details.has(name)) this.set(name, value);
  }

  /** Says a detail of the action; a value that is not of its type says nothing. */
  tell(detail: string, value: unknown): void {
    if (this.set(detail, value)) this.note();
  }

  private set(detail: string, value: unknown): boolean {
    const kept = typed(this.actions.details[detail]?.type, value);
    if (kept !== undefined) this.details.set(detail, kept);
    return kept !== undefined;
  }

  /** A detail that doubles from try to try. */
  backOff(detail: string, first: number, most: number): void {
    this.tell(detail, Math.min(first * 2 ** Math.min(this.tries(), 64), most));
  }

  /** Keeps what is to be called instead of this call, or texts that are planned for a later session. */
  memorize(store: "redirects" | "planned", value: unknown): void {
    const texts = store === "planned" ? strings(value) : typeof value === "string" ? [value] : [];
    if (texts.length === 0) return;
    this.note();
    if (store === "planned") this.planned.push(...texts);
    else this.redirect = texts[0] ?? "";
  }

  /** What the rules came to: an action with its details by name, and the memory. */
  conclusion(): { readonly action: Readonly<Record<string, unknown>>; readonly memory: Memory } {
    const { kinds, details, success, failure } = this.actions;
    const kind = this.kind ?? (this.outcome === "success" ? success : failure);
    for (const [name, detail] of Object.entries(details)) {
      if (detail.source !== undefined && !this.details.has(name)) this.set(name, this.value(detail.source));
    }
    const carried = new Set(kinds[kind]?.carries);
    const attributes = Object.entries(details)
      .filter(([name]) => this.details.has(name) || carried.has(name))
      .map(([name, { attribute, type }]) => [attribute, this.details.get(name) ?? EMPTY[type]] as const);
    const action = {
      kind,
      outcome: this.outcome,
      rules: this.rules,
      ...(this.exitCode === undefined ? {} : { exitCode: this.exitCode }),
      response: anObject(this.document) ? this.document : null,
      ...Object.fromEntries(attributes),
    };
    return { action, memory: this.remembered(kinds[kind]?.repeats === true) };
  }

  private remembered(repeats: boolean): Memory {
    const { memory, call, redirect } = this;
    let tries = this.outcome === "success" ? {} : memory.tries;
    if (repeats) tries = { ...tries, [this.code()]: (own(tries, this.code()) ?? 0) + 1 };
    const moved = redirect !== "" && call !== "" && call !== redirect;
    const [old, instead] = withoutArguments(call, redirect);
    const redirects = moved ? { ...memory.redirects, [old]: instead } : memory.redirects;
    return { tries, redirects, planned: [...new Set([...memory.planned, ...this.planned])] };
  }

  /** What tries are counted by: the error code, or the exit code where there is none. */
  private code(): string {
    const code = this.actions.countedBy === "" ? undefined : this.value(this.actions.countedBy);
    return typeof code === "string" && code !== "" ? code : `exit-code ${String(this.exitCode ?? "unknown")}`;
  }

  private tries(): number {
    return own(this.memory.tries, this.code()) ?? 0;
  }
}

/** What stands for a detail that an action always has and no rule told. */
const EMPTY = { string: "", number: 0, boolean: false, strings: [] } as const;

/** A value as a detail of a type, or undefined where it is of another. */
function typed(type: Detail["type"] | undefined, value: unknown): unknown {
  if (type === "strings") return strings(value);
  return typeof value === type ? value : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
