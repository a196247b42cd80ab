import { LineFault, parseSound } from "./lines.js";
import { ContractError, anArray, anObject, same } from "./runtime.js";
import type { RuleIssue } from "./runtime.js";
import { NoJson, jsonOf } from "./written.js";

/** The versions of a contract that can be read. */
export interface Versions {
  readonly contract: string;
  /** Where a document says which version it follows (JSON Pointer); empty where documents say none. */
  readonly carrier: string;
  /** What documents say there, and the version that reads them. */
  readonly known: readonly (readonly [unknown, string])[];
  /** The schemas whose documents must say it; documents of others may. */
  readonly dated: readonly string[];
  /** By schema, fields that only documents of one version have, and that version. */
  readonly told: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** The version of documents that say none; empty where none stands for them. */
  readonly default: string;
  /** By schema, the versions that have it. */
  readonly types: Readonly<Record<string, readonly Readable[]>>;
}

/** A type of one version: the version, its name, and what keeps a value from being read as one. */
export interface Readable {
  readonly version: string;
  readonly name: string;
  readonly check: (value: unknown) => RuleIssue[];
}

/**
 * A document says no version of its contract that this package knows; `value` is undefined where it says none. Where
 * documents have nowhere to say it, `carrier` is empty, and `known` are the versions that `parse` takes.
 */
export class UnsupportedVersion extends Error {
  readonly contract: string;
  readonly carrier: string;
  readonly value: unknown;
  readonly known: readonly unknown[];

  constructor(contract: string, carrier: string, value: unknown, known: readonly unknown[]) {
    const problem = value === undefined ? "is missing" : `is ${textual(value)}`;
    const there = known.map((version) => JSON.stringify(version)).join(", ");
    super(carrier === ""
      ? `a document of ${contract} does not say its version; name it with version, one of ${there}`
      : `${carrier} ${problem}; this package reads ${contract} documents that say ${there}`);
    this.name = "UnsupportedVersion";
    this.contract = contract;
    this.carrier = carrier;
    this.value = value;
    this.known = known;
  }
}

function textual(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}

/** The value that a JSON Pointer names, or undefined. */
export function follow(value: unknown, pointer: string): unknown {
  let current = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (anArray(current) && /^(?:0|[1-9][0-9]*)$/u.test(key)) current = current[Number(key)];
    else if (anObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

/** Every engine has one; the declaration spares the types of an environment. */
declare const TextDecoder: new (
  label: string, options: { fatal: true; ignoreBOM: true }
) => { decode(bytes: Uint8Array): string };

/** The text of bytes in UTF-8; anything else stays as it is. Throws where bytes are not UTF-8. */
export function textOf(raw: unknown): unknown {
  return raw instanceof Uint8Array ? new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw) : raw;
}

/**
 * What a document (its text, the bytes of it, or the object that JSON.parse made of it) says, checked by the version
 * that it follows.
 */
export function read(versions: Versions, document: unknown, schema: string, wanted: string): unknown {
  const readable = Object.hasOwn(versions.types, schema) ? versions.types[schema] : undefined;
  const first = readable?.[0];
  if (readable === undefined || first === undefined) {
    const there = Object.keys(versions.types).filter((name) => name !== "").join(", ");
    throw new RangeError(
      `no version of ${versions.contract} has the schema ${JSON.stringify(schema)}; there are ${there}`
    );
  }
  const named = readable.find((reader) => reader.version === wanted);
  if (wanted !== "" && named === undefined) {
    const there = readable.map((reader) => reader.version).sort().join(", ");
    throw new RangeError(
      `${versions.contract} has no version ${JSON.stringify(wanted)} that reads it; there are ${there}`
    );
  }
  const value = json(document, first.name);
  return validated(named ?? chosen(versions, value, schema, readable) ?? first, value);
}

/** The one place that decides how strictly a chosen version reads: `check` reads openly where its contract may grow. */
function validated(readable: Readable, value: unknown): unknown {
  const issues = readable.check(value);
  if (issues.length > 0) throw new ContractError(readable.name, issues);
  return value;
}

function chosen(
  versions: Versions, value: unknown, schema: string, readable: readonly Readable[]
): Readable | undefined {
  const declared = versions.known.length > 0 ? follow(value, versions.carrier) : undefined;
  if (declared === undefined && !versions.dated.includes(schema)) return unsaid(versions, value, schema, readable);
  const fitting = versions.known.filter(([, version]) => readable.some((reader) => reader.version === version));
  const version = fitting.find(([carried]) => same(carried, declared))?.[1];
  if (version === undefined) {
    throw new UnsupportedVersion(versions.contract, versions.carrier, declared, fitting.map(([carried]) => carried));
  }
  return readable.find((reader) => reader.version === version);
}

/** The version of a document that does not name it: the one that a field tells, the default one, the only one. */
function unsaid(versions: Versions, value: unknown, schema: string, readable: readonly Readable[]): Readable {
  const told = Object.hasOwn(versions.told, schema) ? versions.told[schema] ?? [] : [];
  const by = (name: string): Readable | undefined => readable.find((reader) => reader.version === name);
  for (const [pointer, name] of told) {
    const reader = by(name);
    if (reader !== undefined && follow(value, pointer) !== undefined) return reader;
  }
  const fallback = by(versions.default) ?? (readable.length === 1 ? readable[0] : undefined);
  if (fallback !== undefined) return fallback;
  throw new UnsupportedVersion(versions.contract, "", undefined, readable.map((reader) => reader.version).sort());
}

function json(document: unknown, name: string): unknown {
  try {
    const text = textOf(document);
    if (typeof text === "string") return parseSound(text);
    jsonOf(text);
    return text;
  } catch (error) {
    throw new ContractError(name, [issueOf(error)]);
  }
}

/** Why a document is not read: it is not JSON, or readers differ about it. */
function issueOf(error: unknown): RuleIssue {
  if (error instanceof NoJson) return { message: error.reason, path: error.path, rule: "" };
  const fault = error instanceof LineFault ? error.message : "not JSON";
  return { message: fault.startsWith("not JSON") ? `is ${fault}` : `is not read: ${fault}`, path: [], rule: "" };
}
