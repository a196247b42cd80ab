// What a contract's rules say about a document or the lines of a stream: rules_runtime.ts of the generated packages
// without its types. A test holds that it is the same; pytest --update writes it anew.
"use strict";
const ContractRules = (() => {
function anObject(value) {
    return Object.prototype.toString.call(value) === "[object Object]";
}
function anArray(value) {
    return Array.isArray(value);
}
function aNumber(value) {
    return Number.isFinite(value);
}
function same(value, other) {
    if (anArray(value)) {
        return anArray(other) && value.length === other.length && value.every((item, index) => same(item, other[index]));
    }
    if (anObject(value)) {
        if (!anObject(other))
            return false;
        const names = Object.keys(value);
        return (names.length === Object.keys(other).length
            && names.every((name) => Object.hasOwn(other, name) && same(value[name], other[name])));
    }
    return value === other;
}
/** How far a number may be from what is computed, where a rule does not say; it grows with numbers above 1. */
const TOLERANCE = 1e-9;
/** The places of a document where rules do not hold, rule by rule; the claims about lines are passed over. */
function findBreaches(rules, document) {
    return rules.flatMap((rule) => (rule.holds ?? []).flatMap((claim) => breachesOfClaim(rule, claim, document)));
}
function breachesOfClaim(rule, claim, document) {
    const breaches = [];
    for (const [pointer, value] of findPlaces(document, textOf(claim["each"]))) {
        const scene = { value, whole: document, earlier: undefined };
        if (!holdsAll(claim["when"], scene))
            continue;
        for (const condition of brokenConditions(claim["then"], scene)) {
            const at = textOf(condition["at"]);
            breaches.push({ pointer: at.startsWith("/") ? pointer + at : pointer, message: rule.says, rule: rule.id });
        }
    }
    return breaches;
}
function brokenConditions(conditions, scene) {
    return tablesOf(conditions).filter((condition) => !holds(condition, scene));
}
/** The rules about the lines of a stream, one line after another; of the lines before, a few are kept. */
class LineRules {
    claims;
    earlier = new Map();
    due = new Map();
    /** Begins a stream. */
    constructor(rules) {
        this.claims = rules.flatMap((rule) => (rule.lines ?? []).map((claim) => [rule, claim]));
    }
    /** What the rules say about the next line. */
    feed(line) {
        const breaches = this.claims.flatMap(([rule, claim], index) => this.judge(index, rule, claim, line));
        for (const [index, [, claim]] of this.claims.entries()) {
            const scene = { value: line, whole: line, earlier: undefined };
            if (holdsAll(claim["earlier"] ?? claim["line"], scene))
                this.earlier.set(index, line);
        }
        return breaches;
    }
    /** A line came that cannot be read: it may have been any, so that no next step from the line before is known. */
    passUnknown() {
        for (const [index, [, claim]] of this.claims.entries()) {
            const steps = tablesOf(claim["then"]).map((condition) => fieldOf(condition["follows"], "by"));
            if ("earlier" in claim || steps.every((step) => step === undefined || step === "any"))
                continue;
            this.earlier.delete(index);
            this.due.delete(index);
        }
    }
    judge(index, rule, claim, line) {
        const scene = { value: line, whole: line, earlier: this.earlier.get(index), due: this.due.get(index) };
        if (!this.earlier.has(index) || !holdsAll(claim["line"], scene))
            return [];
        this.due.delete(index);
        const broken = brokenConditions(claim["then"], scene);
        for (const { follows: steps } of broken) {
            const due = steps === undefined ? undefined : dueOf(steps, scene);
            if (due !== undefined)
                this.due.set(index, due);
        }
        const never = claim["never"] === true ? [""] : [];
        return [...never, ...broken.map((condition) => textOf(condition["at"]))].map((at) => ({
            pointer: at.startsWith("/") ? at : "",
            message: rule.says,
            rule: rule.id,
        }));
    }
}
/** The places that a pointer leads to, each with its value; `*` is any index of a list or any key of an object. */
function findPlaces(value, pointer) {
    let places = [["", value]];
    for (const token of pointer.split("/").slice(1))
        places = places.flatMap(([at, part]) => step(at, part, token));
    return places;
}
function step(at, value, token) {
    if (anArray(value)) {
        if (token === "*")
            return value.map((item, index) => [`${at}/${String(index)}`, item]);
        const index = /^(?:0|[1-9][0-9]*)$/u.test(token) ? Number(token) : Infinity;
        return index < value.length ? [[`${at}/${token}`, value[index]]] : [];
    }
    if (!anObject(value))
        return [];
    if (token === "*") {
        return Object.entries(value).map(([key, part]) => {
            return [`${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, part];
        });
    }
    const key = unescaped(token);
    return Object.hasOwn(value, key) ? [[`${at}/${token}`, value[key]]] : [];
}
function unescaped(token) {
    return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
function valuesAt(scene, place) {
    for (const word of ["whole", "earlier"]) {
        if (place === word || place.startsWith(`${word}/`)) {
            const root = scene[word];
            return root === undefined ? [] : findPlaces(root, place.slice(word.length)).map(([, value]) => value);
        }
    }
    return findPlaces(scene.value, place).map(([, value]) => value);
}
/** What stands at a place; undefined where nothing does. */
function valueAt(scene, place) {
    return valuesAt(scene, place)[0];
}
/** Whether all of some conditions hold. */
function holdsAll(conditions, scene) {
    return tablesOf(conditions).every((condition) => holds(condition, scene));
}
function holds(condition, scene) {
    const value = valueAt(scene, textOf(condition["at"]));
    return Object.entries(condition).every(([name, operand]) => name === "at" || TESTS[name]?.(value, operand, scene));
}
/** A text; empty for what is none. */
function textOf(value) {
    return typeof value === "string" ? value : "";
}
function listOf(value) {
    return anArray(value) ? value : [];
}
/** The tables of a list. */
function tablesOf(value) {
    return listOf(value).filter(anObject);
}
/** A member of an object of its own; undefined where there is none. */
function fieldOf(value, name) {
    return anObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
function isNumber(value) {
    return aNumber(value) && Number.isFinite(value);
}
function isOf(value, kind) {
    if (kind === "array")
        return anArray(value);
    if (kind === "object")
        return anObject(value);
    return kind === "number" ? isNumber(value) : typeof value === kind;
}
function isFilled(value) {
    if (typeof value === "string" || anArray(value))
        return value.length > 0;
    return anObject(value) && Object.keys(value).length > 0;
}
function containsAny(value, words) {
    if (typeof value !== "string")
        return false;
    return listOf(words).some((word) => value.toLowerCase().includes(textOf(word).toLowerCase()));
}
function agrees(value, other) {
    return value === undefined || other === undefined || same(value, other);
}
function counts(value, operand, scene) {
    return !isNumber(value) || value === countOf(operand, scene);
}
/** The number of values at some places, of those that fit, or of different texts among them. */
function countOf(operand, scene) {
    const places = anArray(operand) ? operand : listOf(fieldOf(operand, "of"));
    const parts = places.flatMap((place) => valuesAt(scene, textOf(place)));
    const where = fieldOf(operand, "where");
    const fitting = parts.filter((part) => holdsAll(where, { value: part, whole: scene.whole, earlier: undefined }));
    if (fieldOf(operand, "distinct") === true) {
        return new Set(fitting.filter((part) => typeof part === "string")).size;
    }
    return fitting.length;
}
function addsUp(value, places, scene) {
    const expected = sumOf(places, scene);
    if (!isNumber(value) || expected === undefined)
        return true;
    if (Number.isInteger(value) && Number.isInteger(expected))
        return value === expected;
    return Math.abs(value - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
}
/** The sum of the numbers at some places; undefined where a place has none, or one of its values is not a number. */
function sumOf(places, scene) {
    const groups = listOf(places).map((place) => [textOf(place), valuesAt(scene, textOf(place))]);
    const parts = groups.flatMap(([, group]) => group);
    if (!parts.every(isNumber) || groups.some(([place, group]) => group.length === 0 && !place.includes("*"))) {
        return undefined;
    }
    const sum = total(parts);
    return Number.isFinite(sum) ? sum : undefined;
}
function total(parts) {
    return parts.reduce((sum, part) => sum + part, 0);
}
/**
 * Whether a number is so much more than that of the earlier line; `any` is any number more.
 *
 * After a number out of order both may follow: what follows it, and what follows the one that was due.
 */
function follows(value, operand, scene) {
    const earlier = valueAt(scene, textOf(fieldOf(operand, "than")));
    if (!isNumber(value) || !isNumber(earlier))
        return true;
    const by = fieldOf(operand, "by");
    if (!isNumber(by))
        return value > earlier;
    return value === earlier + by || (scene.due !== undefined && value === dueOf(operand, scene));
}
/** The number that is due after the one that was. */
function dueOf(operand, scene) {
    const before = scene.due ?? valueAt(scene, textOf(fieldOf(operand, "than")));
    const by = fieldOf(operand, "by");
    return isNumber(before) && isNumber(by) ? before + by : undefined;
}
/** Whether a number is the result of a formula, within a tolerance for numbers of its size. */
function isResult(value, operand, scene) {
    const expected = resultOf(fieldOf(operand, "of"), scene);
    if (!isNumber(value) || expected === undefined)
        return true;
    const within = fieldOf(operand, "within");
    return Math.abs(value - expected) <= (isNumber(within) ? within : TOLERANCE) * Math.max(1, Math.abs(expected));
}
/** The result of a formula: a number, a place, or an operation and its operands; undefined where there is none. */
function resultOf(formula, scene) {
    if (isNumber(formula))
        return formula;
    if (typeof formula === "string") {
        const value = valueAt(scene, formula);
        return isNumber(value) ? value : undefined;
    }
    const [name, ...operands] = listOf(formula);
    const parts = operands.map((part) => resultOf(part, scene));
    const known = parts.filter((part) => part !== undefined);
    const operation = OPERATIONS[textOf(name)];
    if (known.length < parts.length || operation === undefined)
        return undefined;
    const result = operation(known);
    return Number.isFinite(result) ? result : undefined;
}
const OPERATIONS = {
    add: total,
    subtract: ([left = NaN, right = NaN]) => left - right,
    multiply: ([left = NaN, right = NaN]) => left * right,
    divide: ([left = NaN, right = NaN]) => left / right,
    absolute: ([value = NaN]) => Math.abs(value),
    "square-root": ([value = NaN]) => Math.sqrt(value),
};
function isPath(value, form) {
    if (typeof value !== "string")
        return true;
    if (form === "slashes")
        return !value.includes("\\");
    return /^(?:[/\\]|[A-Za-z]:[/\\])/u.test(value) === (form === "absolute");
}
function isWithSlashes(value, other) {
    return typeof value !== "string" || typeof other !== "string" || value === other.replaceAll("\\", "/");
}
const CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9]";
const TIME = new RegExp(`^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]${CLOCK}:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-]${CLOCK})$`, "u");
function isFormatted(value, form) {
    if (typeof value !== "string")
        return true;
    if (form === "date")
        return isDate(value);
    const match = TIME.exec(value);
    return match !== null && isDate(match[1] ?? "");
}
function isDate(text) {
    const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/u.exec(text);
    if (match === null)
        return false;
    const [year, month, day] = match.slice(1).map(Number);
    const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    return day >= 1 && day <= days;
}
function isSorted(value, operand) {
    return !anArray(value) || value.every((item, index) => index === 0 || compare(value[index - 1], item, operand) <= 0);
}
/** Which of two items comes first: a negative number for the left one, 0 where nothing tells. */
function compare(left, right, operand) {
    for (const key of listOf(fieldOf(operand, "keys"))) {
        const [before, after] = [keyOf(left, textOf(key), operand), keyOf(right, textOf(key), operand)];
        if (before === undefined || after === undefined) {
            if (before === after)
                continue;
            return (after === undefined) === ((fieldOf(operand, "missing") ?? "last") === "last") ? -1 : 1;
        }
        const order = compareScalars(before, after);
        if (order === undefined)
            return 0;
        if (order !== 0)
            return order;
    }
    return 0;
}
function keyOf(item, key, operand) {
    return (key === "" ? item : fieldOf(item, key)) ?? fieldOf(fieldOf(operand, "instead"), key);
}
function compareScalars(left, right) {
    if (isNumber(left) && isNumber(right))
        return left - right;
    return typeof left === "string" && typeof right === "string" ? compareTexts(left, right) : undefined;
}
/** The order of two texts by their characters, as every language has it. */
function compareTexts(left, right) {
    const [before, after] = [Array.from(left), Array.from(right)];
    for (const [index, character] of before.entries()) {
        const other = after[index];
        if (other === undefined)
            return 1;
        if (character !== other)
            return (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    }
    return before.length - after.length;
}
/** A document with its lists sorted as some orders say: the list, in which `*` is any index, and its keys. */
function arrange(document, orders) {
    return orders.reduce((value, order) => arranged(value, textOf(order["list"]).split("/").slice(1), order), document);
}
/** An object with the keys that are named first, in the order of the names. */
function orderKeys(document, names) {
    if (!anObject(document))
        return document;
    const known = names.filter((name) => Object.hasOwn(document, name)).map((name) => [name, document[name]]);
    return { ...Object.fromEntries(known), ...document };
}
function arranged(value, tokens, order) {
    const [token, ...rest] = tokens;
    if (token === undefined)
        return sorted(value, order);
    if (token === "*" && anArray(value))
        return value.map((item) => arranged(item, rest, order));
    const name = unescaped(token);
    if (!anObject(value) || !Object.hasOwn(value, name))
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === name ? arranged(part, rest, order) : part]));
}
function sorted(value, order) {
    return anArray(value) ? [...value].sort((left, right) => compare(left, right, order)) : value;
}
function isInOrder(value, names) {
    if (!anObject(value))
        return true;
    const places = Object.keys(value).map((key) => listOf(names).indexOf(key)).filter((place) => place >= 0);
    return places.every((place, index) => index === 0 || (places[index - 1] ?? -1) <= place);
}
function isFirst(value, name) {
    const key = textOf(name);
    return !anObject(value) || !Object.hasOwn(value, key) || Object.keys(value)[0] === key;
}
function isAlphabetical(value) {
    if (anArray(value))
        return value.every(isAlphabetical);
    if (!anObject(value))
        return true;
    const keys = Object.keys(value);
    const sorted = keys.every((key, index) => index === 0 || compareTexts(keys[index - 1] ?? "", key) <= 0);
    return sorted && Object.values(value).every(isAlphabetical);
}
function hasCompanions(value, ending) {
    if (anArray(value))
        return value.every((item) => hasCompanions(item, ending));
    if (!anObject(value))
        return true;
    const mark = textOf(ending);
    const fitting = Object.keys(value).every((key) => {
        return !key.endsWith(mark) || isCompanion(value[key], fieldOf(value, key.slice(0, key.length - mark.length)));
    });
    return fitting && Object.values(value).every((part) => hasCompanions(part, ending));
}
function isCompanion(companion, path) {
    if (!anArray(companion) || !anArray(path))
        return isWithSlashes(companion, path);
    return companion.length === path.length && companion.every((item, index) => isCompanion(item, path[index]));
}
function isDistinct(value) {
    return !anArray(value) || value.every((item, index) => !value.slice(0, index).some((other) => same(item, other)));
}
const TESTS = {
    is: (value, other) => value !== undefined && same(value, other),
    "is-not": (value, other) => value === undefined || !same(value, other),
    in: (value, others) => value !== undefined && listOf(others).some((other) => same(value, other)),
    "not-in": (value, others) => value === undefined || !listOf(others).some((other) => same(value, other)),
    min: (value, least) => isNumber(value) && isNumber(least) && value >= least,
    max: (value, most) => isNumber(value) && isNumber(most) && value <= most,
    outside: (value, limits) => {
        const [least, most] = listOf(limits);
        return isNumber(value) && isNumber(least) && isNumber(most) && !(value >= least && value <= most);
    },
    present: (value, expected) => (value !== undefined) === expected,
    absent: (value, expected) => (value === undefined) === expected,
    "is-null": (value, expected) => ((value ?? null) === null) === expected,
    "not-empty": (value, expected) => isFilled(value) === expected,
    "contains-any": containsAny,
    "same-as": (value, place, scene) => agrees(value, valueAt(scene, textOf(place))),
    type: isOf,
    counts,
    "sum-of": addsUp,
    "result-of": isResult,
    follows,
    path: isPath,
    "slashes-of": (value, place, scene) => isWithSlashes(value, valueAt(scene, textOf(place))),
    format: isFormatted,
    "sorted-by": isSorted,
    "keys-in-order": isInOrder,
    "first-key": isFirst,
    "keys-sorted": (value, expected) => isAlphabetical(value) === expected,
    companions: hasCompanions,
    distinct: (value, expected) => isDistinct(value) === expected || !anArray(value),
};
return { findBreaches, LineRules };
})();
