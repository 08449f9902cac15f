import { expect, test } from 'vitest';
import { printable } from '#platform/printable.ts';
import { linesOf, withoutSecrets } from './plain-data.ts';

test("other people's texts move no cursor and reverse no text, and letters of all scripts are kept", () => {
  expect(printable('a\u001b[2Jb\u202ec\u009bd\u{e0001}\n')).toBe('a\\u001b[2Jb\\u202ec\\u009bd\\udb40\\udc01\\u000a');
  expect(printable('עדה Żółć 陈')).toBe('עדה Żółć 陈');
  expect(JSON.parse(printable(JSON.stringify({ name: 'c\u202ed' })))).toEqual({ name: 'c\u202ed' });
});

test('values of transformers are masked if their names say that they are secrets, in every place', () => {
  const lists = {
    addHeaders: ['Authorization:Basic Y2FuYXJ5', 'X-Team:orders'],
    replaceHeaders: ['x-api-key:canary'],
    removeHeaders: ['Cookie'],
    renameHeaders: ['Authorization:X-Auth'],
  };
  const data = { from: null, to: { requestTransformer: lists, responseTransformer: null, names: ['one'] } };
  expect(withoutSecrets(data)).toEqual({
    from: null,
    to: {
      requestTransformer: {
        addHeaders: ['Authorization:••••', 'X-Team:orders'],
        replaceHeaders: ['x-api-key:••••'],
        removeHeaders: ['Cookie'],
        renameHeaders: ['Authorization:X-Auth'],
      },
      responseTransformer: null,
      names: ['one'],
    },
  });
});

test('data are printed in lines with the path of each value, and long values are cut', () => {
  expect(linesOf({ id: 1, to: { name: 'orders', list: ['a'], none: null }, text: 'x'.repeat(301) })).toEqual([
    ['id', '1'],
    ['to.name', 'orders'],
    ['to.list', '["a"]'],
    ['to.none', 'null'],
    ['text', `${'x'.repeat(300)}…`],
  ]);
});
