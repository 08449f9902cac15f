import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { expect, it } from 'vitest';

type Spec = Record<string, unknown>;
const context = vm.createContext({});
for (const name of ['digits.js', 'pointer.js', 'tame.js'])
  vm.runInContext(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'), context);
const tame = (spec: Spec): Spec => {
  const text = vm.runInContext(`JSON.stringify(tame(${JSON.stringify(spec)}))`, context) as string;
  return JSON.parse(text) as Spec;
};

it('leaves a harmless description as it is', () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1', description: 'Takes **orders**.' },
    tags: [{ name: 'orders', description: 'All of them' }],
    paths: {
      '/a~b': {
        get: {
          tags: ['orders'],
          parameters: [{ $ref: '#/components/parameters/Page' }],
          responses: { 200: { description: 'Done', content: { 'application/json': { schema: true } } } },
        },
      },
    },
    components: {
      parameters: { Page: { name: 'page', in: 'query', example: { $ref: 'only a sample' } } },
      schemas: {
        Tree: {
          properties: { $ref: { type: 'string' }, left: { $ref: '#/components/schemas/Tree' }, description: true },
        },
      },
    },
  };
  expect(tame(spec)).toEqual(spec);
});

it('follows an anchor to its place, for Redoc knows places only', () => {
  const size = { $anchor: 'size', type: 'integer' };
  const { components } = tame({
    components: {
      schemas: {
        'A/b': { $defs: { Size: size, Again: { ...size, type: 'string' }, Far: { $dynamicAnchor: 'far' } } },
        Box: { properties: { width: { $ref: '#size', title: 'Width' }, depth: { $ref: '#f%61r' } } },
        Chain: { $ref: '#width' },
        Width: { $anchor: 'width', $ref: '#size' },
        $ref: { properties: { $ref: { type: 'string' } } },
      },
    },
  }) as { components: { schemas: Record<string, Spec> } };
  const place = '#/components/schemas/A~1b/%24defs';
  expect(components.schemas).toMatchObject({
    Box: {
      properties: { width: { $ref: `${place}/Size`, title: 'Width' }, depth: { $ref: `${place}/Far` } },
    },
    Chain: { $ref: '#/components/schemas/Width' },
    Width: { $ref: `${place}/Size` },
  });
});

it('replaces a reference to nothing by a text', () => {
  const { components } = tame({
    components: {
      schemas: {
        Far: { $ref: 'https://x.example/y.json#/Far' },
        Gone: { $ref: '#/components/schemas/Nothing' },
        Anchor: { $ref: '#somewhere' },
        Itself: { $ref: '#/components/schemas/Itself' },
        Holds: { properties: { itself: { $ref: '#/components/schemas/Holds' } } },
      },
      parameters: { P: { $ref: './parameters.yaml' } },
    },
    paths: null,
  }) as { components: { schemas: Record<string, Spec>; parameters: Record<string, Spec> } };
  const says = (reference: string) => ({ description: `Not in this document: \`${reference}\`` });
  expect(components.schemas).toEqual({
    Far: says('https://x.example/y.json#/Far'),
    Gone: says('#/components/schemas/Nothing'),
    Anchor: says('#somewhere'),
    Itself: says('#/components/schemas/Itself'),
    Holds: { properties: { itself: { $ref: '#/components/schemas/Holds' } } },
  });
});

it('replaces images by links with their text, and fetches nothing', () => {
  const { info, example } = tame({
    info: {
      'x-logo': { url: 'https://x.example/logo.png' },
      description:
        '![The logo](https://x.example/a.png) ![](b.png) <img src="https://x.example/c.png" alt="A map"> <img src=d.png> ![in](data:image/png;base64,AA==)',
    },
    example: { externalValue: 'https://x.example/e.json' },
  });
  expect(info).toEqual({
    description:
      '[The logo](https://x.example/a.png) [Image](b.png) [A map](https://x.example/c.png) Image ![in](data:image/png;base64,AA==)',
  });
  expect(example).toEqual({ externalValue: 'https://x.example/e.json' });
  const response = tame({ content: { 'a/b': { examples: { far: { externalValue: 'https://x.example/e.json' } } } } });
  expect(response).toEqual({ content: { 'a/b': { examples: { far: { value: 'https://x.example/e.json' } } } } });
});

it('renames properties that every object has', () => {
  const { tags, paths } = tame({
    tags: [{ name: 'constructor' }],
    paths: { '/a': { get: { tags: ['constructor', 'orders'] } }, '/b': null },
    'x-tagGroups': [{ name: 'without tags' }],
  });
  expect(tags).toEqual([{ name: 'constructor\u200b' }]);
  expect(paths).toEqual({ '/a': { get: { tags: ['constructor\u200b', 'orders'] } } });
});

it('shows whole numbers with all their digits', () => {
  const read = (json: string): string =>
    vm.runInContext(`JSON.stringify(digits.read(${JSON.stringify(json)}))`, context) as string;
  const clean = (text: string): string => vm.runInContext(`digits.clean(${JSON.stringify(text)})`, context) as string;
  const json =
    '{"a":9007199254740993,"b":[-515240706323775433],"c":"9007199254740993, 1","d":12345678901234567.5,"e":5}';
  expect(clean(read(json))).toBe(json.replace('12345678901234567.5', '12345678901234568'));
  const limits = JSON.stringify(tame(JSON.parse(read('{"a":{"exclusiveMinimum":9007199254740993}}')) as Spec));
  expect(clean(limits)).toBe('{"a":{"exclusiveMinimum":true,"minimum":9007199254740993}}');
});
