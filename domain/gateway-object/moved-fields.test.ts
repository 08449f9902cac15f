import { expect, it } from 'vitest';
import { movedFields } from './moved-fields.ts';

it('names what changed, what came and what went, without times', () => {
  const shown = { host: 'a.example', config: { minute: 5, headers: { old: 'x' } }, updated_at: 1, retries: 5 };
  const now = { host: 'b.example', config: { minute: 5, headers: { new: 'y' } }, updated_at: 2, retries: 5 };
  expect(movedFields(shown, now)).toEqual([
    { field: 'host', before: 'a.example', after: 'b.example' },
    { field: 'config.headers.new', before: null, after: 'y' },
    { field: 'config.headers.old', before: 'x', after: null },
  ]);
  expect(movedFields(shown, { ...shown, updated_at: 3 })).toEqual([]);
});
