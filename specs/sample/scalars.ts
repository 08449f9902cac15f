import { isNumber, isWhole, type JsonNumber } from '../json-number.ts';
import { rangeOfFormat, shorterOfFormat, textOfFormat } from './formats.ts';
import { type Parts, wordsIn } from './parts.ts';
import { textsOfPattern } from './pattern-text.ts';

/** Characters of a text. A longer one is no help. */
const longest = 2_000;

const numbersIn = (draft: Pick<Parts, 'parts'>, word: string): JsonNumber[] =>
  wordsIn(draft, word).filter((one): one is JsonNumber => isNumber(one) && Number.isFinite(Number(one)));
const textsIn = (draft: Pick<Parts, 'parts'>, word: string): string[] =>
  wordsIn(draft, word).filter((one) => typeof one === 'string');

const greatest = (numbers: readonly JsonNumber[]): JsonNumber | undefined =>
  numbers.reduce<JsonNumber | undefined>((one, other) => (one === undefined || other > one ? other : one), undefined);
const smallest = (numbers: readonly JsonNumber[]): JsonNumber | undefined =>
  numbers.reduce<JsonNumber | undefined>((one, other) => (one === undefined || other < one ? other : one), undefined);

/** Returns the greatest `min…` and the smallest `max…` of all parts. */
export const sizeOf = (
  draft: Pick<Parts, 'parts'>,
  unit: 'Length' | 'Items' | 'Properties',
): [least: number, most: number] => [
  Number(greatest(numbersIn(draft, `min${unit}`)) ?? 0),
  Number(smallest(numbersIn(draft, `max${unit}`)) ?? Number.POSITIVE_INFINITY),
];

/** Makes another text of the same form: a letter or digit of it is another one. */
const varied = (text: string, variant: number): string => {
  if (variant === 0) return text;
  const at = text.search(/[0-9a-z](?=[^0-9a-z]*$)/i);
  if (at < 0) return `${text}${variant}`;
  const signs = /\d/.test(text[at] ?? '') ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  const place = signs.indexOf((text[at] ?? '').toLowerCase());
  return `${text.slice(0, at)}${signs[(place + variant) % signs.length]}${text.slice(at + 1)}`;
};

/** Patterns that are joined for one text. */
const mostPatterns = 3;

/** Yields texts that may match two patterns: one after the other, and one at the start or end of the other. */
function* joinedTexts(lists: readonly (readonly string[])[]): Generator<string> {
  for (const [index, list] of lists.entries())
    for (const other of lists.filter((_, at) => at !== index).flat())
      for (const text of list) {
        yield `${text}${other}`;
        yield `${text}${other.slice(text.length)}`;
        yield `${other.slice(0, Math.max(other.length - text.length, 0))}${text}`;
      }
}

/** Yields texts for a schema, the likeliest first. The caller tests them. */
export function* textsFor(draft: Pick<Parts, 'parts'>, variant: number): Generator<string> {
  const [least, most] = sizeOf(draft, 'Length');
  if (least > longest) return;
  for (const format of textsIn(draft, 'format')) {
    const text = Object.hasOwn(textOfFormat, format) ? textOfFormat[format] : undefined;
    if (text === undefined) continue;
    for (const one of [text, ...(shorterOfFormat[format] ?? [])]) yield varied(one, variant);
    if (text.length < least) yield `${'a'.repeat(least - text.length)}${text}`;
    if (text.length < least) yield text.padEnd(least, 'a');
  }
  if (textsIn(draft, 'contentEncoding').includes('base64')) yield textOfFormat.byte ?? '';
  const patterns = textsIn(draft, 'pattern');
  // A lookahead may exclude the plainest texts.
  for (const pattern of patterns)
    for (const way of [variant, ...(variant > 0 ? [0] : [1, 2, 3])]) yield* textsOfPattern(pattern, least, way);
  yield* joinedTexts(patterns.slice(0, mostPatterns).map((one) => [...textsOfPattern(one, 0, variant)]));
  const word = variant === 0 ? 'string' : `string${variant + 1}`;
  yield word.length < least ? word.padStart(least, 'string') : word.slice(variant === 0 ? 0 : -most).slice(0, most);
  yield String(variant);
}

/** Yields numbers for a schema, the likeliest first. The caller tests them. */
export function* numbersFor(draft: Pick<Parts, 'parts'>, isInteger: boolean, variant: number): Generator<JsonNumber> {
  const ranges = wordsIn(draft, 'format').flatMap((format) => rangeOfFormat(format) ?? []);
  const above = numbersIn(draft, 'exclusiveMinimum');
  const below = numbersIn(draft, 'exclusiveMaximum');
  const least = greatest([...numbersIn(draft, 'minimum'), ...above]);
  const most = smallest([...numbersIn(draft, 'maximum'), ...below]);
  const steps = numbersIn(draft, 'multipleOf').filter((step) => step > 0);
  const isExact = isInteger || [least, most, ...steps].every((one) => one === undefined || isWhole(one));
  const step = greatest(steps) ?? 1;
  if (isExact && isWhole(step)) {
    const by = BigInt(step);
    const asNumber = (one: bigint): JsonNumber =>
      BigInt(Number(one)) === one && Number.isSafeInteger(Number(one)) ? Number(one) : one;
    const from = least === undefined ? undefined : roundedUp(least);
    const to = most === undefined ? undefined : roundedDown(most);
    const isZeroIn = (from === undefined || from <= 0n) && (to === undefined || to >= 0n);
    const start = isZeroIn ? 0n : from !== undefined ? upTo(from, by) : to !== undefined ? downTo(to, by) : 0n;
    const way = from === undefined && to !== undefined ? -by : by;
    for (const more of [0n, 1n, 2n]) yield asNumber(start + way * (BigInt(variant) + more));
    yield asNumber(start - way * (BigInt(variant) + 1n));
    for (const other of steps.filter(isWhole)) yield asNumber(upTo(start, BigInt(other) * by));
  }
  if (isInteger) return;
  const [low, high] = [least, most].map((one) => (one === undefined ? undefined : Number(one)));
  const by = Number(step);
  if (steps.length > 0)
    for (let count = Math.ceil((low ?? 0) / by), tries = 0; tries < 20; tries += 1, count += 1)
      yield decimal(by, count + variant);
  const start = low ?? (high === undefined ? 0 : high - 1);
  const width = (high ?? start + 1) - start;
  if (above.length === 0) yield start;
  for (const part of [2, 3, 5, 7]) yield start + width / (part + variant);
  if (ranges.length === 0) yield start + width;
}

const roundedUp = (value: JsonNumber): bigint => BigInt(typeof value === 'bigint' ? value : Math.ceil(value));
const roundedDown = (value: JsonNumber): bigint => BigInt(typeof value === 'bigint' ? value : Math.floor(value));
const downTo = (value: bigint, step: bigint): bigint => value - (((value % step) + step) % step);
const upTo = (value: bigint, step: bigint): bigint => -downTo(-value, step);

/** Returns a multiple of a decimal number without the rest that a float would have: 3 times 0.1 is 0.3. */
const decimal = (step: number, count: number): number => {
  const digits = String(step).split('.')[1]?.length ?? 0;
  return Number((step * count).toFixed(Math.min(digits, 20)));
};
