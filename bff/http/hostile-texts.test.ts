import { expect, it } from 'vitest';
import * as z from 'zod';
import { workOf } from '#test/runner/work.ts';
import { routes } from '../routes.ts';

/** Characters, as many as one field of a body may have. */
const length = 200_000;
const filled = (unit: string, end = '') => unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + end;

/** Texts that make a careless pattern, split or search take time by the square of their length. */
const hostile: Readonly<Record<string, string>> = {
  'letters, then a digit': filled('a', '1'),
  'spaces, then a letter': `a${filled(' ')}a`,
  lines: filled('\n', 'a'),
  returns: filled('\r', 'a'),
  hyphens: filled('-'),
  underscores: filled('_', '!'),
  labels: filled('a.'),
  apostrophes: filled("'"),
  ats: filled('@'),
  addresses: filled('a@a.'),
  'nested brackets': filled('[') + filled(']'),
  'open tags': filled('<a '),
  digits: filled('1', 'x'),
  marks: `a${filled('\u0301')}1`,
  invisible: filled('\u200b', 'a'),
  slashes: filled('/', '%'),
  separators: filled(',;'),
  'a colon each': filled('a:b;'),
};

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypeDef &
  Readonly<{
    shape?: Readonly<Record<string, Schema>>;
    innerType?: Schema;
    in?: Schema;
    element?: Schema;
    options?: readonly Schema[];
    valueType?: Schema;
    entries?: Readonly<Record<string, string>>;
    values?: readonly unknown[];
    checks?: readonly z.core.$ZodCheck[];
  }>;
const defOf = (schema: Schema) => schema._zod.def as Def;

/** Returns a short value of a schema's kind. */
const shortOf = (schema: Schema): unknown => {
  const { type, shape, innerType, in: first, options, entries, values } = defOf(schema);
  const inner = innerType ?? first ?? options?.[0];
  if (inner) return shortOf(inner);
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, shortOf(field)]));
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  if (type === 'array') return [];
  if (type === 'record') return {};
  if (type === 'boolean') return true;
  return type === 'string' ? 'a' : 1;
};

type Place = Readonly<{ path: string; schema: Schema; put: (text: string) => unknown }>;

/** Returns every place for a text, and how to make a value with a text there and short values everywhere else. */
const placesOf = (schema: Schema, path = ''): Place[] => {
  const { type, shape, innerType, in: first, options, element, valueType } = defOf(schema);
  const inside = (part: Schema, name: string, put: (value: unknown) => unknown) =>
    placesOf(part, path === '' ? name : `${path}.${name}`).map((place) => ({
      ...place,
      put: (text: string) => put(place.put(text)),
    }));
  if (shape) {
    const short = shortOf(schema) as object;
    return Object.entries(shape).flatMap(([name, field]) =>
      inside(field, name, (value) => ({ ...short, [name]: value })),
    );
  }
  if (options) return options.flatMap((option) => placesOf(option, path));
  const inner = innerType ?? first;
  if (inner) return placesOf(inner, path);
  if (element) return inside(element, '0', (value) => [value]);
  if (valueType) return inside(valueType, 'any', (value) => ({ any: value }));
  return type === 'boolean' ? [] : [{ path, schema, put: (text) => text }];
};

const inputs = routes.flatMap(({ method, path, parameters, query, body, form }) =>
  Object.entries({ parameters: parameters && z.object(parameters), query, body, form: form?.fields }).flatMap(
    ([part, schema]) =>
      schema ? [{ name: `${method.toUpperCase()} ${path} ${part}`, schema, places: placesOf(schema) }] : [],
  ),
);

/** Milliseconds of the processor that a check may take. */
const most = 20;

/** Returns the work of the best of three times, because the first time something is compiled. */
const leastWorkOf = (run: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && least > most; time += 1) least = Math.min(least, workOf(run));
  return least;
};

it('finds the fields of every form', () => {
  const [signUp] = inputs.filter(({ name }) => name === 'POST /api/access-requests body');
  expect(signUp?.places.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['firstName', 'lastName', 'email', 'company', 'phoneNumber']),
  );
  expect(inputs.length).toBeGreaterThan(100);
});

it('no text in any field takes more than 20 ms of the processor to check', () => {
  const slow: string[] = [];
  for (const { name, schema, places } of inputs)
    for (const { path, put } of places)
      for (const [kind, text] of Object.entries(hostile)) {
        const value = put(text);
        const work = leastWorkOf(() => z.safeParse(schema, value));
        if (work > most) slow.push(`${name} ${path}: ${kind} ${Math.round(work)} ms`);
      }
  expect(slow).toEqual([]);
}, 120_000);

it("every field limits the length of its text, except a form's document, whose bytes are limited", () => {
  const unbounded = inputs.flatMap(({ name, schema, places }) =>
    places.flatMap(({ path, put }) => {
      const kept = Object.values(hostile).map((text) => JSON.stringify(z.safeParse(schema, put(text)).data ?? ''));
      return kept.some((text) => text.length >= length) ? [`${name} ${path}`] : [];
    }),
  );
  const documents = routes.flatMap(({ method, path, document }) =>
    document ? [`${method.toUpperCase()} ${path} body ${document}`] : [],
  );
  expect(unbounded.filter((field) => !documents.includes(field))).toEqual([]);
});

it('a text that is too long is refused before all other checks', () => {
  const plain = ['overwrite', 'min_length', 'max_length'];
  const careless = inputs.flatMap(({ name, places }) =>
    places.flatMap(({ path, schema }) => {
      const checks = (defOf(schema).checks ?? []).map(({ _zod }) => _zod.def);
      const pattern = checks.findIndex(({ check }) => !plain.includes(check));
      const bound = checks.findIndex(({ check, abort }) => check === 'max_length' && abort);
      return pattern < 0 || defOf(schema).type !== 'string' || (bound >= 0 && bound < pattern)
        ? []
        : [`${name} ${path}`];
    }),
  );
  expect(careless).toEqual([]);
});
