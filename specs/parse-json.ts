import { parseExactJson } from '#domain/core/exact-json.ts';
import { specLimits } from './spec-limits.ts';
import { specError } from './spec-refusal.ts';

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const hex4 = /[0-9a-fA-F]{4}/y;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * Parses JSON. JSON.parse keeps the last of two equal keys, gives no place for most errors and has no limits, so a scan
 * without recursion runs first (RFC 8259 grammar).
 * Throws a refusal: `spec.syntax`, `spec.duplicate-key`, `spec.too-deep`, `spec.too-big-expanded`; for frequent mistakes
 * `spec.cut-off`, `spec.extra-comma`, `spec.comment`, `spec.unexpected`.
 */
export const parseJson = (text: string, { exact = false }: Numbers = {}): unknown => {
  const long = scan(text);
  return exact && long.length > 0 ? withDigits(text, long) : JSON.parse(text);
};

/** Stands before the digits of a long number. A document that has this sign is read the slow way. */
const mark = '\ue000';

/**
 * Reads JSON with long numbers as bigints. They are read as texts and replaced afterwards, because a function that is called
 * for each value takes twice the time.
 */
const withDigits = (text: string, long: readonly Span[]): unknown => {
  if (text.includes(mark) || /\\ue000/i.test(text)) return parseExactJson(text);
  let marked = '';
  let end = 0;
  for (const [from, to] of long) {
    marked += `${text.slice(end, from)}"${mark}${text.slice(from, to)}"`;
    end = to;
  }
  const holder: unknown[] = [JSON.parse(marked + text.slice(end))];
  const waiting: unknown[] = [holder];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const fields = part as Record<string, unknown>;
    for (const key in fields) {
      const value = fields[key];
      if (typeof value === 'object' && value !== null) waiting.push(value);
      else if (typeof value === 'string' && value.startsWith(mark)) fields[key] = BigInt(value.slice(mark.length));
    }
  }
  return holder[0];
};

/** `exact`: whole numbers beyond 2^53 become a bigint, so that they keep their digits. Otherwise they are rounded. */
export type Numbers = Readonly<{ exact?: boolean }>;

/** Returns whether a number is a whole one that would be rounded. */
const isRounded = (source: string): boolean => /^-?\d+$/.test(source) && !Number.isSafeInteger(Number(source));

type Span = readonly [from: number, to: number];

/** Returns where its whole numbers are that would be rounded. */
const scan = (text: string): readonly Span[] => {
  const long: Span[] = [];
  /** One entry for each open bracket: the object's keys so far, or undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let expected: Expected = 'value';
  let values = 0;
  let at = 0;

  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  const countValue = (): void => {
    values += 1;
    if (values > specLimits.values) throw specError('too-big-expanded', { limit: specLimits.values });
  };

  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) {
      if (expected === 'nothing') return long;
      throw specError('cut-off', place(text, at));
    }
    const character = text[at];
    const keys = open.at(-1);
    const takesValue = expected === 'value' || expected === 'value or end';
    if (takesValue && (character === '{' || character === '[')) {
      countValue();
      if (open.length >= specLimits.depth) throw specError('too-deep', { limit: specLimits.depth, ...place(text, at) });
      open.push(character === '{' ? new Set() : undefined);
      expected = character === '{' ? 'key or end' : 'value or end';
      at += 1;
    } else if (
      (character === '}' && keys && (expected === 'key or end' || expected === 'comma or end')) ||
      (character === ']' && open.length > 0 && !keys && (expected === 'value or end' || expected === 'comma or end'))
    ) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (character === ',' && expected === 'comma or end') {
      expected = keys ? 'key' : 'value';
      at += 1;
    } else if (character === ':' && expected === 'colon') {
      expected = 'value';
      at += 1;
    } else if (character === '"' && (expected === 'key' || expected === 'key or end') && keys) {
      const end = endOfString(text, at);
      const key: string = JSON.parse(text.slice(at, end));
      if (keys.has(key)) throw specError('duplicate-key', { key, ...place(text, at) });
      keys.add(key);
      expected = 'colon';
      at = end;
    } else if (character === '"' && takesValue) {
      countValue();
      at = endOfString(text, at);
      expected = afterValue();
    } else if (takesValue) {
      countValue();
      scalar.lastIndex = at;
      if (!scalar.test(text)) throw unexpected(text, at, expected === 'value' && character === ']');
      if (scalar.lastIndex - at > 15 && isRounded(text.slice(at, scalar.lastIndex))) long.push([at, scalar.lastIndex]);
      at = scalar.lastIndex;
      expected = afterValue();
    } else throw unexpected(text, at, expected === 'key' && character === '}');
  }
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
};

/** Returns the offset after the closing quote of the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) throw syntaxError(text, at, 'control character in a string');
    if (code !== 92) continue;
    at += 1;
    if (text[at] === 'u') {
      hex4.lastIndex = at + 1;
      if (!hex4.test(text)) throw syntaxError(text, at, 'wrong escape in a string');
      at += 4;
    } else if (!'"\\/bfnrt'.includes(text[at] ?? '-')) throw syntaxError(text, at, 'wrong escape in a string');
  }
  throw specError('cut-off', place(text, start));
};

const syntaxError = (text: string, at: number, message: string): Error =>
  specError('syntax', { message, ...place(text, at) });

/** What stands where something else should. */
const unexpected = (text: string, at: number, isAfterComma: boolean): Error => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (isAfterComma) return specError('extra-comma', { character, ...place(text, at) });
  return character === '/'
    ? specError('comment', place(text, at))
    : specError('unexpected', { character, ...place(text, at) });
};

/** Line and column, both from 1. */
const place = (text: string, at: number): { line: number; column: number } => {
  let line = 1;
  let lineStart = 0;
  for (let newline = text.indexOf('\n'); newline !== -1 && newline < at; newline = text.indexOf('\n', newline + 1)) {
    line += 1;
    lineStart = newline + 1;
  }
  return { line, column: at - lineStart + 1 };
};
