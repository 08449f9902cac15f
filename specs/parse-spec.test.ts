import { describe, expect, test } from 'vitest';
import { RefusedError } from '#domain/core/problem.ts';
import { fc } from '#test/runner/chance.ts';
import { describeSpec } from './describe-spec.ts';
import { parseJson } from './parse-json.ts';
import { parseSpec } from './parse-spec.ts';
import { sampleSpec } from './sample-spec.ts';

const json = JSON.stringify(parseSpec(new TextEncoder().encode(sampleSpec)).value, null, 1);

/** A text with a few small damages: a piece cut out, doubled, or replaced by something that means something. */
const damaged = (text: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        length: fc.nat(20),
        piece: fc.oneof(
          fc.constantFrom(...'{}[],:"\'\\&*!|>%@`#?-~\n\t\0', '<<: ', '&a ', '*a', '- ', '1e999', '\\ud800'),
          fc.string(),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((damages) =>
      damages.reduce((result, { at, length, piece }) => result.slice(0, at) + piece + result.slice(at + length), text),
    );

const outcome = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (error) {
    return error;
  }
};

describe('any text is read or refused, and never causes an error (D9)', () => {
  test.each([
    ['damaged YAML', damaged(sampleSpec)],
    ['damaged JSON', damaged(json)],
    ['noise', fc.string({ unit: 'binary', maxLength: 200 })],
  ])('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = new TextEncoder().encode(text);
        const result = outcome(() => describeSpec(parseSpec(bytes).value, text));
        if (result instanceof Error) expect(result).toBeInstanceOf(RefusedError);
      }),
      { numRuns: 300 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const result = outcome(() => parseSpec(bytes));
        if (result instanceof Error) expect(result).toBeInstanceOf(RefusedError);
      }),
    );
  });
});

describe('JSON is read as by JSON.parse, except equal keys', () => {
  const agree = (text: string): void => {
    const expected = outcome(() => JSON.parse(text));
    const result = outcome(() => parseJson(text));
    if (expected instanceof Error) expect(result).toBeInstanceOf(RefusedError);
    else if (result instanceof RefusedError) expect(result.message).toBe('spec.duplicate-key');
    else expect(result).toEqual(expected);
  };

  test('valid texts, plain and indented', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom('', 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('damaged texts', () => {
    fc.assert(fc.property(damaged('{"a": [1, -2.5e+3, true, {"b": "c\\n\\u0041"}], "d": {}, "e": null}'), agree), {
      numRuns: 2_000,
    });
  });
});

test.each<[string, unknown]>([
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-515240706323775433', -515_240_706_323_775_433n],
  ['9007199254740991', 9_007_199_254_740_991],
  ['1e20', 1e20],
  ['"9007199254740993"', '9007199254740993'],
  ['"\\ue0001"', '\ue0001'],
])('%s keeps its digits, in JSON and in YAML', (text, value) => {
  const exactly = (whole: string) => parseSpec(new TextEncoder().encode(whole), { exact: true }).value;
  for (const whole of [
    `{"list": [1, ${text}, 9007199254740993], "in": {"it": ${text}}}`,
    `list: [1, ${text}, 9007199254740993]\nin:\n  it: ${text}\n`,
  ])
    expect(exactly(whole)).toEqual({ list: [1, value, 9_007_199_254_740_993n], in: { it: value } });
  expect(parseJson('[9007199254740993]')).toEqual([9_007_199_254_740_992]);
});
