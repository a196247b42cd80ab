import { Seen, placed } from "./seeing.js";
import type { Declared, Outcome, Rows } from "./seeing.js";

/**
 * What to do next.
 *
 * `act`: use the data. `use-cache`: use the answer that was cached before. `page`: fetch the further pages (`cursor`,
 * `flag`) before anything depends on the data. `retry`: repeat the call now. `wait`: repeat it after `seconds`.
 * `refresh-credentials`: refresh them and repeat the call once. `acquire-credentials`: get new ones; no repeating.
 * `redirect`: run `command` instead, once or, with `remember`, from now on. `fix`: put right what is missing, then
 * repeat. `escalate`: do not repeat; hand the failure to whoever directs you.
 */
export type ActionKind =
  | "act"
  | "use-cache"
  | "page"
  | "retry"
  | "wait"
  | "refresh-credentials"
  | "acquire-credentials"
  | "redirect"
  | "fix"
  | "escalate";

const REPEATING: readonly ActionKind[] = ["retry", "wait", "refresh-credentials", "redirect"];

/** What a reader keeps from response to response; plain data, the same JSON in every language. */
export interface Memory {
  /** How often each error code was answered with another try since the last success or change of state. */
  readonly tries: Readonly<Record<string, number>>;
  /** Calls that have moved for good, and what to call instead. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Warnings that ask for another call in a later session. */
  readonly planned: readonly string[];
}

/** What to do next, with what is needed to do it. */
export type Action = ActionFacts &
  (
    | { readonly kind: "wait"; readonly seconds: number }
    | { readonly kind: "page"; readonly cursor: string; readonly flag: string }
    | { readonly kind: "redirect"; readonly command: string; readonly remember: boolean }
    | { readonly kind: Exclude<ActionKind, "wait" | "page" | "redirect"> }
  );

/** What is said about an action of any kind. */
export interface ActionFacts {
  readonly outcome: Outcome;
  /** The rules of the contract that spoke, in their order. */
  readonly rules: readonly string[];
  /** The error code to branch on. */
  readonly code?: string;
  /** The exit code that the response is handled by. */
  readonly exitCode?: number;
  /** How long to wait before the next try. */
  readonly seconds?: number;
  /** What to run instead. */
  readonly command?: string;
  /** Whether the redirect holds for later calls too. */
  readonly remember?: boolean;
  readonly cursor?: string;
  readonly flag?: string;
  /** What the call may have changed: `none`, `partial`, `complete` or `unknown`; absent where nothing is said. */
  readonly sideEffects?: string;
  /** To be logged and shown to whoever directs you. */
  readonly warnings?: readonly string[];
  /** Warnings that ask for another call in a later session. */
  readonly softRedirects?: readonly string[];
  readonly log?: boolean;
}

/** The next action, and the memory to give along with the next response. */
export interface Interpretation {
  readonly action: Action;
  readonly memory: Memory;
}

/** The memory before the first response. */
export const NOTHING_REMEMBERED: Memory = { tries: {}, redirects: {}, planned: [] };

/** What to call instead of a call, by the redirects that are remembered. */
export function rememberedCall(memory: Memory, call: string): string {
  const seen = new Set<string>();
  let found = call;
  while (!seen.has(found)) {
    seen.add(found);
    found = own(memory.redirects, found) ?? found;
  }
  return found;
}

/** The memory after something was changed that may make failed calls work: every code may be tried anew. */
export function stateChanged(memory: Memory): Memory {
  return { ...memory, tries: {} };
}

type Told = { -readonly [K in Exclude<keyof Action, "kind" | "outcome" | "rules" | "exitCode">]?: Action[K] };

/** A response while rules look at it; the methods are the actions of the registry's format. */
export class Response extends Seen {
  private readonly memory: Memory;
  private readonly codePlace: string;
  private readonly call: string;
  private kind: ActionKind | undefined;
  private retryable = "";
  private told: Told = {};
  private readonly rules: string[] = [];

  /** Sees a document; `code` is the place of the error code, `call` the call that was made. */
  constructor(
    document: unknown,
    exitCode: number | null | undefined,
    memory: Memory,
    about: { readonly rows: Rows; readonly code: string; readonly declared?: Declared; readonly call?: string },
  ) {
    super(document, exitCode ?? undefined, about.rows, about.declared);
    this.memory = memory;
    this.codePlace = about.code;
    this.call = about.call ?? "";
  }

  /** Notes that a rule speaks. */
  rule(identifier: string, log = false): void {
    this.rules.push(identifier);
    if (log) this.told.log = true;
  }

  /** Whether the same code has been answered with another try before, and nothing has changed since. */
  repeated(): boolean {
    return this.tries() > 0;
  }

  /** Where the exit code is not known, a field that the producer derives from it stands for it. */
  outcomeFrom(place: string): void {
    this.outcome = this.equals(place, true) ? "success" : "failure";
  }

  /** The exit code says whether the call succeeded. */
  trustExitCode(): void {
    this.outcome = this.exitCode === 0 ? "success" : "failure";
  }

  /** Takes the call for failed. */
  treatAsFailure(): void {
    this.outcome = "failure";
  }

  /** Takes the call for successful. */
  treatAsSuccess(): void {
    this.outcome = "success";
  }

  /** Handles the response as one with another exit code. */
  treatAsExitCode(exitCode: number): void {
    this.exitCode = exitCode;
    this.trustExitCode();
  }

  /** Handles the response as one with another error code. */
  treatAsCode(place: string, code: string): void {
    this.document = placed(this.document, place, code);
  }

  /** Reads the response as if a value stood there. */
  assume(place: string, value: unknown): void {
    this.document = placed(this.document, place, value);
  }

  /** Reads the response as if nothing stood there. */
  ignore(place: string): void {
    this.document = placed(this.document, place, undefined);
  }

  /** Supposes that the call has changed so much. */
  assumeSideEffects(sideEffects: string): void {
    this.facts.set("side-effects", sideEffects);
  }

  /** Believes what the command declares, at two places of its entry, before the row of the list. */
  useDeclaration(retryable: string, sideEffects: string): void {
    const entry = new Seen(this.entry, undefined, {});
    const [again, effects] = [entry.value(retryable), entry.value(sideEffects)];
    if (typeof again === "boolean") this.facts.set("retryable", again ? "yes" : "no");
    if (typeof effects === "string") this.facts.set("side-effects", effects);
  }

  /** Takes from the exit code whether another try may work. */
  useExitCodeRetryability(place: string): void {
    const found = this.fact("retryable");
    this.retryable = typeof found === "string" ? found : "";
    if (found === "yes" || found === "no") this.document = placed(this.document, place, found === "yes");
  }

  /** Tells the code to branch on. */
  branch(code: unknown): void {
    if (typeof code === "string") this.told.code = code;
  }

  /** After so many tries on the same code, no further one. */
  limitRetries(place: string, most: number): void {
    const found = this.value(place);
    const counted = typeof found === "string" && found !== "" ? found : this.code();
    if ((own(this.memory.tries, counted) ?? 0) >= most) this.decide("escalate", "failure");
  }

  /** The response is wrong in itself: no use is made of it. */
  escalate(): void {
    this.outcome = "failure";
    this.decide("escalate", "failure");
  }

  /** The failure is final. */
  doNotRetry(): void {
    this.decide("escalate", "failure");
  }

  /** The failure is final unless a person knows better. */
  lookUpPosix(): void {
    this.decide("escalate", "failure");
  }

  /** The command never ran: put its environment right, then try again. */
  inspectEnvironment(): void {
    this.decide("fix", "failure");
  }

  /** The answer from before is still right. */
  useCached(): void {
    this.decide("use-cache", "success");
  }

  /** The data is not whole. */
  fetchAllPages(cursor: unknown, flag: string): void {
    this.decide("page", "success", { cursor: typeof cursor === "string" ? cursor : "", flag });
  }

  /** Another call does what this one did; one that is not named cannot be made. */
  run(command: unknown): void {
    if (typeof command === "string" && command !== "") this.decide("redirect", "failure", { command, remember: false });
    else this.decide("escalate", "failure");
  }

  /** The redirect holds from now on. */
  memorize(command: unknown): void {
    if (this.kind === "redirect" && this.told.command === command) this.told.remember = true;
  }

  /** The redirect holds for this call only. */
  runOnce(command: unknown): void {
    if (this.kind === "redirect" && this.told.command === command) this.told.remember = false;
  }

  /** The credentials are past their time. */
  refreshCredential(): void {
    this.decide("refresh-credentials", "failure");
  }

  /** The credentials are not good. */
  acquireCredential(): void {
    this.decide("acquire-credentials", "failure");
  }

  /** Another try may work, after a pause. */
  wait(seconds: unknown): void {
    if (typeof seconds === "number") this.decide(seconds > 0 ? "wait" : "retry", "failure", { seconds });
  }

  /** Pauses double from try to try. */
  backOff(first: number, most: number): void {
    if (this.kind !== "wait" && this.kind !== "retry") return;
    this.kind = "wait";
    this.told.seconds = Math.min(first * 2 ** Math.min(this.tries(), 64), most);
  }

  /** Logs the warnings, and shows them to whoever directs the reader. */
  surfaceWarnings(warnings: unknown): void {
    this.told.warnings = Array.isArray(warnings) ? warnings.filter((one) => typeof one === "string") : [];
  }

  /** Plans another call for a later session. */
  planUpdate(warnings: readonly string[]): void {
    this.told.softRedirects = warnings;
  }

  /** What the rules came to. */
  interpretation(): Interpretation {
    const left = this.retryable === "after-fix" ? "fix" : "escalate";
    const effects = this.fact("side-effects");
    const action = {
      kind: this.kind ?? (this.outcome === "success" ? "act" : left),
      outcome: this.outcome,
      rules: this.rules,
      ...(this.exitCode === undefined ? {} : { exitCode: this.exitCode }),
      ...(typeof effects === "string" ? { sideEffects: effects } : {}),
      ...this.told,
    } as Action;
    return { action, memory: this.remembered(action) };
  }

  private remembered(action: Action): Memory {
    const { memory, call } = this;
    let tries = action.outcome === "success" ? {} : memory.tries;
    if (REPEATING.includes(action.kind)) tries = { ...tries, [this.code()]: (own(tries, this.code()) ?? 0) + 1 };
    const moved = action.remember === true && call !== "" && call !== action.command;
    const redirects = moved ? { ...memory.redirects, [call]: action.command ?? "" } : memory.redirects;
    return { tries, redirects, planned: [...new Set([...memory.planned, ...(action.softRedirects ?? [])])] };
  }

  /** What tries are counted by: the error code, or the exit code where there is none. */
  private code(): string {
    const found = this.value(this.codePlace);
    return typeof found === "string" && found !== "" ? found : `exit-code ${String(this.exitCode ?? "unknown")}`;
  }

  private tries(): number {
    return own(this.memory.tries, this.code()) ?? 0;
  }

  /** The first rule that fits the outcome decides; later ones may add what it left open. */
  private decide(kind: ActionKind, outcome: Outcome, told: Told = {}): void {
    if (this.outcome !== outcome) return;
    const added = this.kind === undefined || this.kind === kind ? told : {};
    this.kind ??= kind;
    this.told = { ...added, ...this.told };
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
