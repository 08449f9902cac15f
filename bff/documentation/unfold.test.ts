import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { entangledSpec } from '#test/world/entangled-spec.ts';

type Map = Record<string, unknown>;
const context = vm.createContext({});
for (const name of ['pointer.js', 'unfold.js'])
  vm.runInContext(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'), context);

const unfold = (spec: object, slice: object, most = 800) => {
  const text = vm.runInContext(
    `JSON.stringify(unfold(${JSON.stringify(spec)}, ${JSON.stringify(slice)}, ${most}))`,
    context,
  ) as string;
  return JSON.parse(text) as { copy: Map; links: string[]; isCut: boolean };
};
/** Returns the copy of a schema that stands beside others. */
const schemaIn = (schemas: Map, schema: object, most?: number) => {
  const { copy, ...rest } = unfold({ components: { schemas } }, { schema }, most);
  return { schema: copy.schema, ...rest };
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + countOf(part), 1)
    : 0;

it('puts schemas in the place of their references, with their names', () => {
  const schemas = { Size: { type: 'integer' }, Box: { properties: { size: ref('Size') } } };
  expect(schemaIn(schemas, { type: 'array', items: ref('Box') })).toEqual({
    schema: {
      type: 'array',
      items: { title: 'Box', properties: { size: { title: 'Size', type: 'integer' } } },
    },
    links: [],
    isCut: false,
  });
});

it('says of a reference what is said beside it, and adds what limits it further', () => {
  const schemas = { Name: { type: 'string', description: 'Any' } };
  expect(schemaIn(schemas, { ...ref('Name'), description: 'Mine' }).schema).toEqual({
    title: 'Name',
    type: 'string',
    description: 'Mine',
  });
  expect(schemaIn(schemas, { ...ref('Name'), maxLength: 3 }).schema).toEqual({
    title: 'Name',
    maxLength: 3,
    allOf: [{ title: 'Name', type: 'string', description: 'Any' }],
  });
});

it('links to a schema that holds itself', () => {
  const Node = { description: 'A node', properties: { next: { ...ref('Node'), description: 'The next' } } };
  const { schema, links, isCut } = schemaIn({ Node }, ref('Node'));
  expect(schema).toMatchObject({
    title: 'Node',
    properties: { next: { title: 'Node', description: 'The next\n\n[Show `Node`](#unfold-0)' } },
  });
  expect(links).toEqual(['#/components/schemas/Node']);
  expect(isCut).toBe(false);
});

it('takes the nearest schemas and links to the others, each at its own place', () => {
  const deep = { type: 'object', properties: { c: { type: 'object', properties: { d: { type: 'string' } } } } };
  const found = schemaIn(
    { A: { properties: { 'b/c': deep, e: ref('E') } }, E: { properties: { f: {} } } },
    ref('A'),
    3,
  );
  expect(found.isCut).toBe(true);
  expect(found.links).toEqual(['#/components/schemas/E', '#/components/schemas/A/properties/b~1c/properties/c']);
});

it('opens every link', () => {
  const spec = entangledSpec(50);
  const slice = { paths: spec.paths };
  for (const link of unfold(spec, slice).links.slice(0, 20)) {
    const { copy } = unfold(spec, { schema: { $ref: link } });
    expect(copy.schema, link).toMatchObject({ properties: expect.anything() });
  }
});

it.each([3_000, 30])('stays small where %i schemas refer to each other in circles', (count) => {
  const { copy, isCut } = unfold(entangledSpec(count), { paths: entangledSpec(count).paths });
  expect(isCut).toBe(true);
  expect(countOf(copy)).toBeLessThan(20_000);
});

it('follows references into any place, encoded or through other references', () => {
  const spec = {
    paths: { '/a b': { get: { parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }] } } },
    definitions: {
      'Page[Crate]': { properties: { count: { type: 'integer' } } },
      Also: { $ref: '#/definitions/Page%5BCrate%5D' },
    },
  };
  const schemaOf = ($ref: string) => unfold(spec, { schema: { $ref } }).copy.schema;
  expect(schemaOf('#/definitions/Page%5BCrate%5D/properties/count')).toMatchObject({ type: 'integer' });
  expect(schemaOf('#/definitions/Also/properties/count')).toMatchObject({ type: 'integer' });
  expect(schemaOf('#/paths/~1a%20b/get/parameters/0/schema')).toMatchObject({ type: 'integer' });
  expect(schemaOf('#/definitions/None')).toEqual({ $ref: '#/definitions/None' });
});

it('leaves examples and names that look like keywords alone', () => {
  const slice = {
    responses: {
      default: {
        headers: { schema: { schema: { type: 'string' } } },
        content: {
          'application/json': { example: { schema: { $ref: '#/x' } }, schema: { properties: { $ref: true } } },
        },
      },
    },
  };
  expect(unfold({ x: { type: 'string' } }, slice).copy).toEqual(slice);
});
