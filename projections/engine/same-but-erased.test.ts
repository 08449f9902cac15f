import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVerification } from '#eventstore/log-verifications.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { startSchemaDatabase } from '#test/postgres/postgres.ts';
import { fc } from '#test/runner/chance.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { allProjections } from '../all-projections.ts';
import { array, type Column, jsonb, nullable, text } from './column.ts';
import { openPortal } from './fixture/open-portal.ts';
import { anyHistory } from './fixture/random-history.ts';
import { tablesOf } from './projection.ts';
import { differsBeside } from './same-but-erased.ts';

let database: Awaited<ReturnType<typeof startSchemaDatabase>>;
beforeAll(async () => {
  database = await startSchemaDatabase();
});
afterAll(() => database?.close());

const differs = async (column: Column, shown: unknown, made: unknown, name = 'note'): Promise<boolean> => {
  const as = column.type;
  const written = (value: unknown) => (value === null ? null : column.encode(value));
  const { rows } = await database.pool.query(
    `select ${differsBeside(name, column, 'o.note', 'n.note')} as differs
     from (select $1::text::${as} as note) o, (select $2::text::${as} as note) n`,
    [written(shown), written(made)],
  );
  return rows[0].differs;
};

const hostile = 'Ada "Ada\\" O\'Neil\\ 100% _ \n [x]';

test.each([
  [hostile, '[erased]'],
  ['', '[erased]'],
  [`from ${hostile} to Bo`, 'from [erased] to [erased]'],
  ['100% of _a\\b" Ada', '100% of _a\\b" [erased]'],
  [hostile, hostile],
])('a text that is the same apart from what is erased: %j, %j', async (shown, made) => {
  expect(await differs(text(), shown, made)).toBe(false);
  expect(await differs(nullable(text()), shown, made)).toBe(false);
  expect(await differs(jsonb(), { a: shown, b: [{ c: shown }, 1] }, { a: made, b: [{ c: made }, 1] })).toBe(false);
});

test.each([
  ['Ada', 'Bo'],
  ['Ada', 'xx[erased]'],
  ['100x of Ada', '100% of [erased]'],
  ['a.b Ada', 'a_b [erased]'],
  ['to Ada from Bo', 'from [erased]'],
  [null, '[erased]'],
  ['Ada', null],
])('a text that differs also apart from what is erased: %j, %j', async (shown, made) => {
  expect(await differs(nullable(text()), shown, made)).toBe(true);
  if (shown !== null && made !== null) expect(await differs(jsonb(), { a: shown }, { a: made })).toBe(true);
});

test.each([
  ['another field', { a: 'Ada', role: 'admin', z: 1 }, { a: '[erased]', z: 1 }],
  ['another value', { a: 'Ada', role: 'admin' }, { a: '[erased]', role: 'user' }],
  ['another number', { a: 'Ada', z: 2 }, { a: '[erased]', z: 1 }],
  ['one more in a list', [{ a: 'Ada' }, { a: 'Eve' }, { b: 1 }], [{ a: '[erased]' }, { b: 1 }]],
  ['one less in a list', ['Ada'], ['[erased]', '[erased]']],
  ['a list for a text', { a: ['Ada', 'Eve'] }, { a: ['[erased]'] }],
  ['nothing for a text', { a: null }, { a: '[erased]' }],
])('a JSON value in which something is hidden beside what is erased differs: %s', async (_what, shown, made) => {
  expect(await differs(jsonb(), shown, made)).toBe(true);
});

test('a list that has other parts, made so that its text looks alike, differs', async () => {
  const [shown, made] = [
    ['x\\", ', 5, 'y'],
    ['[erased]', '[erased]'],
  ];
  expect(await differs(jsonb(), shown, made)).toBe(true);
  expect(await differs(array(text()), ['Ada', 'Bo', 'Cy'], ['[erased]', 'Bo', 'Cy'])).toBe(false);
  expect(await differs(array(text()), ['Ada', 'Eve', 'Bo'], ['[erased]', 'Bo'])).toBe(true);
  expect(await differs(array(text()), ['x\\", ', '"', 'y'], ['[erased]', '[erased]'])).toBe(true);
});

const leaf = fc.oneof(
  fc.constantFrom<unknown>('[erased]', 'from [erased]', '", "', 'x\\", ', '\\', '%', null, 5, true),
  fc.string({ unit: 'grapheme', maxLength: 4 }).map((each) => each.replaceAll('\0', '')),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '", "'), tie('tree'), { maxKeys: 3 }),
  ),
}));

/** Compares as the rule says, in other words: part by part. */
const isAlike = (shown: unknown, made: unknown): boolean => {
  if (typeof made === 'string' && typeof shown === 'string') {
    const parts = made.split('[erased]').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's').test(shown);
  }
  if (typeof made !== 'object' || typeof shown !== 'object' || made === null || shown === null) return made === shown;
  if (Array.isArray(made) !== Array.isArray(shown)) return false;
  const [names, others] = [Object.keys(made), Object.keys(shown)];
  const at = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(shown, name) && isAlike(at(shown, name), at(made, name)))
  );
};

/** Returns a value with another one in the place of a leaf, or beside it. */
const neighbour = (value: unknown, steps: readonly number[], other: unknown): unknown => {
  const [step = 0, ...rest] = steps;
  if (Array.isArray(value)) {
    const place = step % (value.length + 1);
    return place === value.length || step % 3 === 0
      ? value.toSpliced(place, step % 2, other)
      : value.with(place, neighbour(value[place], rest, other));
  }
  if (typeof value !== 'object' || value === null) return other;
  const [name = 'a'] = Object.keys(value).slice(step % 3);
  return { ...value, [name]: neighbour((value as Record<string, unknown>)[name], rest, other) };
};

test('of any value and its neighbours, those differ that differ part by part', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(fc.nat(11), { maxLength: 3 }), leaf, async (made, steps, other) => {
      const shown = neighbour(made, steps, other);
      const same = isAlike(shown, made) && JSON.stringify(made).includes('[erased]');
      const equal = JSON.stringify(shown) === JSON.stringify(made);
      if (shown !== null && made !== null) expect(await differs(jsonb(), shown, made)).toBe(!same && !equal);
    }),
    { numRuns: 300 },
  );
});

test('whatever stands for what is erased, nothing but texts does', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '\\"', '","b":"', '%', '_', '[erased]'),
  );
  const anyText = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join('').replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(anyText, anyText, fc.array(anyText, { maxLength: 3 }), async (one, other, more) => {
      const made = { a: '[erased]', b: other, c: ['[erased]', 'x'] };
      expect(await differs(jsonb(), { a: one, b: other, c: [one, 'x'] }, made)).toBe(false);
      expect(await differs(jsonb(), { a: one, b: other, c: [one, ...more, 'y'] }, made)).toBe(true);
      expect(await differs(jsonb(), { a: one, b: other, c: [one, 'x'], d: one }, made)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('what is made of an erased text and empty may have been anything', async () => {
  expect(await differs(text(), 'acme.example', '', 'email_domain')).toBe(false);
  expect(await differs(text(), 'acme.example', 'other.example', 'email_domain')).toBe(true);
});

/** Returns the statement that changes a column of a row, so that it is another value whatever it was. */
const alteredOf = (name: string, { type, nullable: isNullable }: Column): string => {
  const text = type.startsWith('text');
  if (type.endsWith('[]')) return `array_append(${name}, 'x')`;
  if (text) return isNullable ? `coalesce(${name} || 'x', 'x')` : `${name} || 'x'`;
  const json = `case jsonb_typeof(${name}) when 'object' then ${name} || '{"x":1}' when 'array' then ${name} || '[1]' else '{"x":1}' end`;
  return isNullable ? `coalesce(${json}, '{"x":1}')` : json;
};

test(
  'F5: after an erasure every text and every JSON value that somebody changed by hand is found, in whatever history',
  async () => {
    const [history = []] = fc.sample(anyHistory, { numRuns: 1 });
    const portal = await openPortal({ hasTables: true });
    portal.run();
    for (const { stream, events } of history) await portal.happen(stream, events);
    expect(await portal.caughtUp()).toBe(true);
    const altered = new Set<string>();
    for (const projection of allProjections) {
      for (const { name, key, columns } of tablesOf(projection)) {
        const ways = Object.entries(columns).filter(
          ([column, { type }]) => /^(text|jsonb)/.test(type) && !key.includes(column) && column !== 'email_domain',
        );
        // A row for each column, as far as there are rows. What was in an erased place can't be compared.
        for (const [offset, [column, of]] of ways.entries()) {
          const { rows } = await portal.pool.query(
            `update read.${name}_v1 t set ${column} = ${alteredOf(column, of)}
             from (select ${key.join(', ')} from read.${name}_v1
               where strpos(coalesce(${column}::text, ''), '[erased]') = 0 order by ${key.join(', ')} offset ${offset} limit 1) one
             where ${key.map((part) => `t.${part} = one.${part}`).join(' and ')}
             returning concat_ws(' ', ${key.map((part) => `t.${part}`).join(', ')}) as key`,
          );
          for (const row of rows) altered.add(`${name} ${row.key}`);
        }
      }
    }
    expect(altered.size).toBeGreaterThan(50);
    // Somebody of whom nothing is in these rows.
    await createSubjectKeys(portal.pool, portal.key).eraseSubject(1_000_000);
    await within(2_000, async () =>
      expect(await portal.rows(`select from generations where generation = 1 or state = 'building'`)).toEqual([]),
    );
    const { rowsTotal, uncompared } = await readVerification(portal.pool);
    expect(uncompared).toEqual([]);
    expect(rowsTotal).toBe(altered.size);
  },
  lastNet,
);
