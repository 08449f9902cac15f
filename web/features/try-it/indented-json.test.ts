import { expect, it } from 'vitest';
import { indentedJson } from './indented-json.ts';

it.each([
  ['{"id":515240706323775433,"price":10.50}', '{\n  "id": 515240706323775433,\n  "price": 10.50\n}'],
  ['[1E400,-0, 1.0]', '[\n  1E400,\n  -0,\n  1.0\n]'],
  [
    '{"2":"b","1":[],"o":{},"a":[{}, {"x":null}]}',
    '{\n  "2": "b",\n  "1": [],\n  "o": {},\n  "a": [\n    {},\n    {\n      "x": null\n    }\n  ]\n}',
  ],
  ['"a,{}:[\\"]"', '"a,{}:[\\"]"'],
  ['{"twice":1,"twice":2}', '{\n  "twice": 1,\n  "twice": 2\n}'],
  ['  9007199254740993 ', '9007199254740993'],
  ['{"cut": 1', '{"cut": 1'],
  ['<a>1</a>', '<a>1</a>'],
])('%s', (text, shown) => {
  expect(indentedJson(text)).toBe(shown);
});

it('says the same as JSON.stringify where numbers are small', () => {
  const value = { a: [1, 'x"\\y', [], {}, [[2]]], 'k:,': { n: null, t: true }, e: '' };
  expect(indentedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});
