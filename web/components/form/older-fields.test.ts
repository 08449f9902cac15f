import { expect, it } from 'vitest';
import { choicesOf } from './older-fields.ts';

const changed = (...changes: { field: string; from: unknown; to: unknown }[]) => ({
  basedOn: 3,
  by: null,
  at: '2026-11-25T10:00:00.000Z',
  changes,
});

it.each([
  ['a field that the person did not touch', { on: false }, { field: 'on', from: false, to: true }, 'theirs'],
  ['a field that both changed', { name: 'Desk' }, { field: 'name', from: 'Till', to: 'Counter' }, 'both'],
  ['a field that both changed to the same', { name: 'Desk' }, { field: 'name', from: 'Till', to: 'Desk' }, 'same'],
  ['a field within a group', { limit: { calls: 5 } }, { field: 'limit.calls', from: 60, to: 6 }, 'both'],
  ['an empty field for null', { area: undefined }, { field: 'area', from: null, to: 4 }, 'theirs'],
  ['a list in another order', { ips: ['b', 'a'] }, { field: 'ips', from: ['a', 'b'], to: [] }, 'theirs'],
  ['a list for an empty one', { ips: ['a'] }, { field: 'ips', from: [], to: ['b'] }, 'both'],
])('tells apart %s', (_case, sent, change, kind) => {
  expect(choicesOf({ sent, changed: changed(change) })).toMatchObject([{ field: change.field, kind }]);
});

it('begins with the fields that need a choice', () => {
  const sent = { a: 1, b: 2, c: 3 };
  const changes = [
    { field: 'a', from: 0, to: 1 },
    { field: 'b', from: 2, to: 9 },
    { field: 'c', from: 0, to: 9 },
  ];
  expect(choicesOf({ sent, changed: changed(...changes) }).map(({ field }) => field)).toEqual(['c', 'b', 'a']);
});
