import { LONE, MOST_DEPTH, TOO_DEEP } from "./lines.js";
import { aNumber, anArray, anObject, pointerOf } from "./runtime.js";
import type { JsonPath } from "./runtime.js";

/** A value that is not JSON that all readers agree on: where, and why. */
export class NoJson extends Error {
  readonly path: JsonPath;
  readonly reason: string;

  constructor(path: JsonPath, reason: string) {
    super(`${pointerOf(path) || "the value"} ${reason}`);
    this.name = "NoJson";
    this.path = path;
    this.reason = reason;
  }
}

/** The JSON of a value: what a reader will see. Throws a {@link NoJson} where readers would refuse it. */
export function jsonOf(value: unknown): unknown {
  return new Copying().copy(value);
}

/** Copies a value; where it is inside the value, and in which objects and arrays, is kept for what is refused. */
class Copying {
  private readonly path: (string | number)[] = [];
  private readonly around: unknown[] = [];

  copy(value: unknown): unknown {
    if (value === null || typeof value === "boolean" || aNumber(value)) return value;
    if (typeof value === "string") return this.whole(value, "holds half of a surrogate pair");
    if (!anArray(value) && !anObject(value)) this.refuse(reasonAgainst(value));
    if (this.around.includes(value)) this.refuse("is inside itself");
    if (this.around.length >= MOST_DEPTH) this.refuse(`is ${TOO_DEEP}`);
    this.around.push(value);
    const copy = anArray(value) ? Array.from(value, (item, index) => this.inside(index, item)) : this.members(value);
    this.around.pop();
    return copy;
  }

  private members(value: Readonly<Record<string, unknown>>): unknown {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => {
      return [this.whole(name, "has a key that holds half of a surrogate pair"), this.inside(name, member)];
    }));
  }

  private inside(token: string | number, value: unknown): unknown {
    this.path.push(token);
    const copy = this.copy(value);
    this.path.pop();
    return copy;
  }

  private whole(text: string, reason: string): string {
    if (LONE.test(text)) this.refuse(reason);
    return text;
  }

  private refuse(reason: string): never {
    throw new NoJson(this.path, reason);
  }
}

function reasonAgainst(value: unknown): string {
  if (typeof value !== "number") return "is not a JSON value";
  return Number.isNaN(value) ? "is not a JSON value: NaN" : "is a number out of the range of a double";
}
