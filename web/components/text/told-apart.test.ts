import { expect, it } from 'vitest';
import { type Named, toldApart } from './told-apart.tsx';

const thing = (id: number, name: string, ...texts: string[]): Named<number> => ({ id, name, texts });
const seconds = (...things: Named<number>[]) => Object.fromEntries(toldApart(things));

it('adds nothing while names are unique', () => {
  expect(seconds(thing(1, 'Orders', 'Acme'), thing(2, 'Payments', 'Acme'))).toEqual({});
});

it('adds the second text to those that share a name, and to no others', () => {
  expect(seconds(thing(1, 'Orders', 'Acme'), thing(2, 'Orders', 'Harbour'), thing(3, 'Payments', 'Acme'))).toEqual({
    1: 'Acme',
    2: 'Harbour',
  });
});

it.each([
  ['case', 'orders', 'ORDERS'],
  ['spaces', 'My Orders', ' My  Orders '],
  ['how accents are stored', 'Caf\u00e9', 'Cafe\u0301'],
])('takes names for the same that differ only by %s', (_what, one, other) => {
  expect(seconds(thing(1, one, 'Acme'), thing(2, other, 'Harbour'))).toEqual({ 1: 'Acme', 2: 'Harbour' });
});

it('takes names that people can tell apart for different', () => {
  expect(seconds(thing(1, 'Anne', 'a'), thing(2, 'Änne', 'b'))).toEqual({});
});

it('goes on to the next text where the first is the same', () => {
  expect(seconds(thing(1, 'Orders', 'Acme', '1.0'), thing(2, 'Orders', 'Acme', '2.0'))).toEqual({
    1: 'Acme · 1.0',
    2: 'Acme · 2.0',
  });
});

it('ends with the number, where nothing else differs or a text is empty', () => {
  expect(seconds(thing(1, 'Harbour'), thing(2, 'Harbour'))).toEqual({ 1: '#1', 2: '#2' });
  expect(seconds(thing(1, 'Orders', 'Acme'), thing(2, 'Orders', 'Acme'))).toEqual({ 1: 'Acme · #1', 2: 'Acme · #2' });
  expect(seconds(thing(1, 'Orders', ''), thing(2, 'Orders', 'Acme'))).toEqual({ 1: '#1', 2: 'Acme · #2' });
});

it('does not take two rows about one thing for two things', () => {
  expect(seconds(thing(1, 'Orders', 'Acme'), thing(1, 'Orders', 'Acme'))).toEqual({});
});
