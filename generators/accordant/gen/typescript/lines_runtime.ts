/** Why a text is not JSON that all readers agree on, `at` which index; `isCut` where it only ends too early. */
export class LineFault extends Error {
  readonly isCut: boolean;
  readonly at: number;

  constructor(message: string, isCut = false, at = 0) {
    super(message);
    this.name = "LineFault";
    this.isCut = isCut;
    this.at = at;
  }
}

/** A longer line is a fault. */
export const MOST_BYTES: number = 4 * 1024 * 1024;

/** More deeply nested lines are a fault. */
export const MOST_DEPTH = 128;

export const TOO_LONG: string = `more than ${MOST_BYTES.toLocaleString("en")} bytes, which is the most that is read`;

export const TOO_DEEP: string = `nested deeper than ${String(MOST_DEPTH)} levels`;

/** Every engine has one; the declaration spares the types of an environment. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/uy;
const CUT_NUMBER = /(?:-|-?(?:0|[1-9][0-9]*)(?:\.|(?:\.[0-9]+)?[eE][-+]?))$/uy;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const BEGUN_STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const CUT_STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(?:\\(?:u[0-9a-fA-F]{0,3})?)?$/y;
const SPACE = /[ \t\r\n]*/uy;
/** Half of a surrogate pair, which no encoding can write. */
export const LONE: RegExp = /[\ud800-\udfff]/u;
const WORDS = ["true", "false", "null"] as const;

/** An object or array that is not closed yet; `names` are the keys of an object so far. */
interface Open {
  readonly names: Set<string> | null;
}

const ARRAY: Open = { names: null };

/**
 * The value of a line, read as strictly as RFC 8259 asks. Throws a {@link LineFault} where it is none, or readers
 * differ about it: a key that occurs twice, half of a surrogate pair, NaN, a number out of the range of a double.
 */
export function parseLine(text: string): unknown {
  if (isTooLong(text)) throw new LineFault(TOO_LONG);
  return parseSound(text);
}

/** Whether a line, without its LF, has more bytes in UTF-8 than are read. */
export function isTooLong(text: string): boolean {
  if (text.length * 3 <= MOST_BYTES) return false;
  return text.length > MOST_BYTES || new TextEncoder().encode(text).length > MOST_BYTES;
}

/** The same for a document, which may be as long as it likes. */
export function parseSound(text: string): unknown {
  const fault = new Scanner(text).scan();
  if (fault !== "") throw new LineFault(fault);
  const value: unknown = JSON.parse(text);
  return value;
}

/**
 * The values of the lines that a line holds whose line feeds were lost; null for what follows and is not a line. Empty
 * where no two objects stand behind each other at its beginning.
 */
export function linesOn(text: string): unknown[] {
  const [lines, isAll] = new Scanner(isTooLong(text) ? "" : text).objects();
  if (lines.length < 2) return [];
  return isAll ? lines : [...lines, null];
}

/** Whether a key occurs twice in one object of a JSON text; what is nested deeper than lines are is not looked at. */
export function repeatsKey(text: string): boolean {
  const scanner = new Scanner(text);
  scanner.scan();
  return scanner.repeatsKey;
}

/** Where a text stops being JSON: its line, and the column of its characters; an empty text where it is JSON. */
export function placeOfFault(text: string): string {
  try {
    new Scanner(text).scan();
    return "";
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const column = Array.from(before[before.length - 1] ?? "").length + 1;
    return `line ${String(before.length)}, column ${String(column)}`;
  }
}

/** Follows a text of JSON without making a value of it. */
class Scanner {
  repeatsKey = false;
  private at = 0;
  private fault = "";
  private readonly open: Open[] = [];
  /** Stands for every object below the deepest level; the line is refused already. */
  private readonly tooDeep: Open = { names: new Set<string>() };
  private readonly text: string;
  private readonly mayBeCut: boolean;

  constructor(text: string) {
    this.text = text;
    this.mayBeCut = /^[ \t\r\n]*[{[]/u.test(text);
  }

  /** What is wrong beyond syntax, or an empty text. Throws where the syntax is wrong. */
  scan(): string {
    this.value();
    while (this.open.length > 0) this.next();
    this.space();
    if (this.at >= this.text.length) return this.fault;
    throw new LineFault("not JSON: the document has ended before this text", false, this.at);
  }

  /** The objects that stand one after the other from the beginning on, and whether they are all of the text. */
  objects(): [unknown[], boolean] {
    const objects: unknown[] = [];
    try {
      while (this.nextLetter() === "{") {
        const start = this.at;
        this.value();
        while (this.open.length > 0) this.next();
        if (this.fault !== "") return [objects, false];
        objects.push(JSON.parse(this.text.slice(start, this.at)));
      }
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      return [objects, false];
    }
    return [objects, this.at >= this.text.length];
  }

  /** What follows a value inside an object or array: a comma and the next value, or the end. */
  private next(): void {
    const inside = this.open[this.open.length - 1] as Open;
    this.space();
    const letter = this.letter();
    if (letter === ",") {
      this.at += 1;
      if (inside.names !== null) this.key(inside.names);
      this.value();
    } else if (letter === (inside.names === null ? "]" : "}")) {
      this.at += 1;
      this.open.pop();
    } else this.refuse("a comma or the end of the object or array is expected here");
  }

  /** A value, or the beginning of one that is an object or array and not empty. */
  private value(): void {
    this.space();
    let letter = this.letter();
    while (letter === "{" || letter === "[") {
      if (!this.enter(letter)) return;
      this.space();
      letter = this.letter();
    }
    const start = this.at;
    if (letter === '"') this.string();
    else if (this.takes(NUMBER)) this.range(this.text.slice(start, this.at));
    else this.word();
  }

  private range(number: string): void {
    if (Number.isFinite(Number(number))) return;
    const size = number.length.toLocaleString("en");
    const shown = number.length <= 24 ? number : `${number.slice(0, 20)}... (${size} characters)`;
    this.note(`the number ${shown} is out of the range of a double`);
  }

  /** Whether a value follows: the first one inside of the object or array that begins here. */
  private enter(letter: "{" | "["): boolean {
    this.at += 1;
    const isTooDeep = this.open.length >= MOST_DEPTH;
    if (isTooDeep) this.note(TOO_DEEP);
    const inside = letter === "[" ? ARRAY : isTooDeep ? this.tooDeep : { names: new Set<string>() };
    this.open.push(inside);
    this.space();
    if (this.letter() === (letter === "{" ? "}" : "]")) {
      this.at += 1;
      this.open.pop();
      return false;
    }
    if (inside.names !== null) this.key(inside.names);
    return true;
  }

  private key(names: Set<string>): void {
    this.space();
    if (this.letter() !== '"') this.refuse("a key in double quotes is expected here");
    const name = this.string();
    if (names.has(name)) {
      this.repeatsKey ||= names !== this.tooDeep.names;
      this.note("a key occurs twice in one object");
    }
    names.add(name);
    this.space();
    if (this.letter() !== ":") this.refuse("a colon is expected here, between key and value");
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    if (!this.takes(STRING)) {
      CUT_STRING.lastIndex = start;
      const isCut = CUT_STRING.test(this.text);
      if (isCut) this.at = this.text.length;
      this.refuse("a string with its closing quote is expected here", isCut ? start : this.wrongLetter(start));
    }
    const written = this.text.slice(start, this.at);
    const plain = written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
    if (LONE.test(plain)) this.note("half of a surrogate pair");
    return plain;
  }

  private word(): void {
    const rest = this.text.slice(this.at, this.at + 5);
    const word = WORDS.find((known) => rest.startsWith(known));
    if (word !== undefined) {
      this.at += word.length;
      return;
    }
    const start = this.at;
    const isLast = this.at + rest.length === this.text.length;
    if (isLast && (rest === "-" || WORDS.some((known) => known.startsWith(rest)))) this.at = this.text.length;
    this.refuse("a value is expected here", start);
  }

  /** Where a string that is not closed has a letter that none may have. */
  private wrongLetter(start: number): number {
    BEGUN_STRING.lastIndex = start;
    BEGUN_STRING.test(this.text);
    return BEGUN_STRING.lastIndex;
  }

  private takes(pattern: RegExp): boolean {
    if (pattern === NUMBER) {
      CUT_NUMBER.lastIndex = this.at;
      if (CUT_NUMBER.test(this.text) && this.open.length > 0) {
        const start = this.at;
        this.at = this.text.length;
        this.refuse("a number is expected here", start);
      }
    }
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** The next letter that is not a space. */
  private nextLetter(): string {
    this.space();
    return this.letter();
  }

  private letter(): string {
    return this.text[this.at] ?? "";
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private note(fault: string): void {
    this.fault ||= fault;
  }

  /** Refuse the text; at its end it was cut, if it is an object or array. */
  private refuse(reason: string, at: number = this.at): never {
    throw new LineFault(`not JSON: ${reason}`, this.mayBeCut && this.at >= this.text.length, at);
  }
}
