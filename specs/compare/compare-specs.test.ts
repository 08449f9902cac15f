import { describe, expect, it } from 'vitest';
import {
  edit,
  full,
  get,
  lang,
  newPet,
  pet,
  pets,
  put,
  reference,
  response,
  type Tree,
  text,
} from '#bff/fixtures/compared-pets.ts';
import { compareSpecs } from './compare-specs.ts';

type Edit = readonly [steps: readonly (string | number)[], value: unknown];
const changed = (...edits: readonly Edit[]): string[] =>
  compareSpecs(
    pets(),
    edits.reduce<Tree>((document, [steps, value]) => edit(document, steps, value), pets()),
  ).changes.map(text);

describe('comparing two descriptions: operations', () => {
  it.each<[string, Edit, string[]]>([
    ['the same', [['openapi'], '3.0.3'], []],
    ['another number of the version', [['info', 'version'], '2.0.0'], []],
    ['an operation that goes', [put, undefined], ['BREAKS | PUT /pets/{id} | operation-removed']],
    [
      'an operation that comes',
      [['paths', '/pets/{id}', 'delete'], { responses: {} }],
      ['keeps | DELETE /pets/{id} | operation-added'],
    ],
    [
      'an operation that shall not be used any more',
      [[...get, 'deprecated'], true],
      ['keeps | GET /pets/{id} | operation-deprecated'],
    ],
    ['other words about it', [[...get, 'summary'], 'A pet'], ['keeps | GET /pets/{id} | operation-documented']],
    ['a parameter that goes', [[...get, 'parameters'], []], ['may | GET /pets/{id} | parameter-removed | query lang']],
    [
      'a parameter that may be sent',
      [[...get, 'parameters', 1], full],
      ['keeps | GET /pets/{id} | parameter-added | query full'],
    ],
    [
      'a parameter that must be sent',
      [[...get, 'parameters', 1], { ...full, required: true }],
      ['BREAKS | GET /pets/{id} | parameter-required-added | query full'],
    ],
    [
      'a parameter that must be sent now',
      [[...get, 'parameters', 0], { ...lang, required: true }],
      ['BREAKS | GET /pets/{id} | now-required | query lang'],
    ],
    ['an answer that goes', [response, undefined], ['BREAKS | GET /pets/{id} | response-removed | 200']],
    [
      'a failure that goes',
      [[...get, 'responses', '404'], undefined],
      ['keeps | GET /pets/{id} | response-removed | 404'],
    ],
    ['a header that goes', [[...response, 'headers'], undefined], ['may | GET /pets/{id} | header-removed | 200 etag']],
    [
      'an answer in another form',
      [[...response, 'content'], { 'application/xml': { schema: reference('Pet') } }],
      [
        'BREAKS | GET /pets/{id} | media-type-removed | 200 application/json',
        'keeps | GET /pets/{id} | media-type-added | 200 application/xml',
      ],
    ],
    [
      'a body that must be sent',
      [[...put, 'requestBody', 'required'], true],
      ['BREAKS | PUT /pets/{id} | now-required | body'],
    ],
    ['a body that goes', [[...put, 'requestBody'], undefined], ['BREAKS | PUT /pets/{id} | body-removed']],
    [
      'a key that is asked for',
      [[...get, 'security'], [{ key: [] }]],
      ['BREAKS | GET /pets/{id} | security-tightened'],
    ],
  ])('%s', (_what, change, lines) => {
    expect(changed(change)).toEqual(lines);
  });

  it('a path parameter by another name is the same', () => {
    const paths = JSON.parse(JSON.stringify(pets().paths).replace('{id}', '{petId}').replace('"id"', '"petId"'));
    expect(changed([['paths'], paths])).toEqual([]);
  });

  it('a header is the same in any case', () => {
    const withHeader = (name: string) =>
      edit(pets(), [...get, 'parameters', 1], { name, in: 'header', required: true, schema: { type: 'string' } });
    expect(compareSpecs(withHeader('X-Shop'), withHeader('x-shop')).changes.map(text)).toEqual([
      'keeps | GET /pets/{id} | operation-documented',
    ]);
  });

  it('a security scheme with another name and the same content is the same', () => {
    const withScheme = (name: string, header: string) =>
      edit(edit(pets(), [...get, 'security'], [{ [name]: [] }]), ['components', 'securitySchemes'], {
        [name]: { type: 'apiKey', in: 'header', name: header },
      });
    const judge = (...[name, header]: [string, string]) =>
      compareSpecs(withScheme('key', 'X-Key'), withScheme(name, header)).changes.map(text);
    expect(judge('token', 'X-Key')).toEqual(['keeps | GET /pets/{id} | operation-documented']);
    expect(judge('key', 'X-Token')).toEqual(['BREAKS | GET /pets/{id} | security-tightened']);
  });

  it('a number in a query may become a text, but not the other way round', () => {
    const limit = (type: string) => edit(pets(), [...get, 'parameters', 0], { ...lang, schema: { type } });
    const judge = (...[one, other]: [string, string]) => compareSpecs(limit(one), limit(other)).changes.map(text);
    expect(judge('integer', 'string')).toEqual(['keeps | GET /pets/{id} | type-changed | query lang']);
    expect(judge('string', 'integer')).toEqual(['BREAKS | GET /pets/{id} | type-changed | query lang']);
  });

  it('another default of a parameter may break callers who leave it out', () => {
    const page = (fallback: number) =>
      edit(pets(), [...get, 'parameters', 0], { ...lang, schema: { type: 'integer', default: fallback } });
    expect(compareSpecs(page(30), page(15)).changes.map(text)).toEqual([
      'may | GET /pets/{id} | default-changed | query lang',
    ]);
  });

  it('a second way to authenticate breaks nobody', () => {
    const older = edit(pets(), [...get, 'security'], [{ key: [] }]);
    const newer = edit(pets(), [...get, 'security'], [{ key: [] }, { oauth: ['read'] }]);
    expect(compareSpecs(older, newer).changes.map(text)).toEqual(['keeps | GET /pets/{id} | security-changed']);
    expect(compareSpecs(newer, older).changes.map(text)).toEqual(['BREAKS | GET /pets/{id} | security-tightened']);
  });
});

describe('comparing two descriptions: schemas, by who sends and who reads them', () => {
  it.each<[string, Edit, string[]]>([
    [
      'a property that is read and goes',
      [[...pet, 'properties', 'kind'], undefined],
      ['may | Pet | property-removed | kind'],
    ],
    [
      'a property that comes',
      [[...pet, 'properties', 'age'], { type: 'integer' }],
      ['keeps | Pet | property-added | age'],
    ],
    [
      'a property that must be sent now',
      [
        [...newPet, 'required'],
        ['name', 'kind'],
      ],
      ['BREAKS | NewPet | now-required | kind'],
    ],
    ['a property that may be missing now', [[...pet, 'required'], []], ['BREAKS | Pet | now-optional | name']],
    [
      'a property that is always there now',
      [
        [...pet, 'required'],
        ['name', 'kind'],
      ],
      ['keeps | Pet | now-required | kind'],
    ],
    [
      'a value that is no longer taken',
      [[...newPet, 'properties', 'kind', 'enum'], ['cat']],
      ['BREAKS | NewPet | values-removed | kind'],
    ],
    [
      'a value that is taken too',
      [
        [...newPet, 'properties', 'kind', 'enum'],
        ['cat', 'dog', 'fish'],
      ],
      ['keeps | NewPet | values-added | kind'],
    ],
    [
      'a value that readers do not know',
      [
        [...pet, 'properties', 'kind', 'enum'],
        ['cat', 'dog', 'fish'],
      ],
      ['may | Pet | values-added | kind'],
    ],
    [
      'a value that does not come any more',
      [[...pet, 'properties', 'kind', 'enum'], ['cat']],
      ['keeps | Pet | values-removed | kind'],
    ],
    ['another type', [[...pet, 'properties', 'name', 'type'], 'integer'], ['BREAKS | Pet | type-changed | name']],
    [
      'whole numbers only, where numbers were sent',
      [[...newPet, 'properties', 'weight', 'type'], 'integer'],
      ['BREAKS | NewPet | type-changed | weight'],
    ],
    [
      'something that may be null, where it is read',
      [[...pet, 'properties', 'name', 'nullable'], true],
      ['BREAKS | Pet | type-changed | name'],
    ],
    [
      'a shorter limit, where it is sent',
      [[...newPet, 'properties', 'name', 'maxLength'], 10],
      ['BREAKS | NewPet | limit-changed | name'],
    ],
    [
      'a longer limit, where it is sent',
      [[...newPet, 'properties', 'name', 'maxLength'], 40],
      ['keeps | NewPet | limit-changed | name'],
    ],
    [
      'what a list holds',
      [[...pet, 'properties', 'tags', 'items', 'type'], 'object'],
      ['BREAKS | Pet | type-changed | tags[]'],
    ],
    [
      'properties that are not known are refused now',
      [[...newPet, 'additionalProperties'], false],
      ['BREAKS | NewPet | closed'],
    ],
    ...Object.entries({
      minLength: 0,
      minItems: 0,
      minProperties: 0,
      uniqueItems: false,
      exclusiveMinimum: false,
      exclusiveMaximum: false,
    }).map(([word, value]): [string, Edit, string[]] => [
      `a limit that says nothing: ${word}`,
      [[...newPet, 'properties', 'weight', word], value],
      ['keeps | NewPet | schema-documented'],
    ]),
    [
      'a limit that says something',
      [[...newPet, 'properties', 'name', 'minLength'], 1],
      ['may | NewPet | limit-changed | name'],
    ],
    [
      'a limit that all values keep',
      [[...newPet, 'properties', 'kind', 'minLength'], 1],
      ['keeps | NewPet | limit-changed | kind'],
    ],
    [
      'a limit that a value does not keep',
      [[...newPet, 'properties', 'kind', 'maxLength'], 2],
      ['may | NewPet | limit-changed | kind'],
    ],
    ['other words', [[...pet, 'description'], 'A pet'], ['keeps | Pet | schema-documented']],
    [
      'a schema that nothing uses',
      [['components', 'schemas', 'Toy'], { type: 'string' }],
      ['keeps | Toy | schema-added'],
    ],
  ])('%s', (_what, change, lines) => {
    expect(changed(change)).toEqual(lines);
  });

  it('a new property that must be sent', () => {
    expect(
      changed(
        [[...newPet, 'properties', 'age'], { type: 'integer' }],
        [
          [...newPet, 'required'],
          ['name', 'age'],
        ],
      ),
    ).toEqual(['BREAKS | NewPet | property-required-added | age']);
  });

  it('one more alternative of a response breaks readers; one more alternative of a request breaks nobody', () => {
    const withForms = (...names: string[]) => {
      const content = { 'application/json': { schema: { oneOf: names.map(reference) } } };
      return edit(edit(pets(), [...response, 'content'], content), [...put, 'requestBody', 'content'], content);
    };
    expect(compareSpecs(withForms('Pet'), withForms('Pet', 'NewPet')).changes.map(text)).toEqual([
      'BREAKS | GET /pets/{id} | alternative-added | 200 application/json',
      'keeps | PUT /pets/{id} | alternative-added | body application/json',
    ]);
  });

  it('a schema with another name and the same content is the same, also if it refers to itself', () => {
    const renamed = JSON.parse(
      JSON.stringify(pets()).replaceAll('schemas/Pet"', 'schemas/Animal"').replace('"Pet":', '"Animal":'),
    );
    expect(compareSpecs(pets(), renamed).changes.map(text)).toEqual([
      'keeps | GET /pets/{id} | operation-documented',
      'keeps | Pet | schema-removed',
      'keeps | Animal | schema-added',
    ]);
  });
});

it('visits each renamed schema once, however many references lead to it, and reports a difference once', () => {
  const levels = 30;
  const graph = (prefix: string, leaf: object, word: 'properties' | 'allOf') => {
    const next = (level: number) => reference(`${prefix}${level + 1}`);
    const schemaOf = (level: number) =>
      word === 'properties'
        ? { type: 'object', properties: { left: next(level), right: next(level) } }
        : { allOf: [{ title: 'left', allOf: [next(level)] }, next(level)] };
    const schemas = Object.fromEntries(
      Array.from({ length: levels }, (_, level): [string, object] => [`${prefix}${level}`, schemaOf(level)]),
    );
    return edit(
      edit(pets(), [...response, 'content', 'application/json', 'schema'], reference(`${prefix}0`)),
      ['components', 'schemas'],
      { ...schemas, [`${prefix}${levels}`]: leaf },
    );
  };
  for (const word of ['properties', 'allOf'] as const) {
    const { changes } = compareSpecs(graph('Old', { type: 'string' }, word), graph('New', { type: 'integer' }, word));
    expect(changes.filter(({ what }) => what === 'type-changed')).toHaveLength(1);
  }
});

it('reads Swagger 2.0, and compares it with OpenAPI 3', () => {
  const swagger = () => ({
    swagger: '2.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths: {
      '/pets': {
        post: {
          parameters: [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
          responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
    definitions: { Pet: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } } },
  });
  const shop = { name: 'X-Shop', in: 'header', required: true, type: 'string' };
  const fewer = edit(swagger(), ['definitions', 'Pet', 'properties', 'age'], undefined);
  const newer = edit(fewer, ['paths', '/pets', 'post', 'parameters', 1], shop);
  expect(compareSpecs(swagger(), newer).changes.map(text)).toEqual([
    'BREAKS | POST /pets | parameter-required-added | header X-Shop',
    'may | Pet | property-removed | age',
  ]);

  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const same = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths: {
      '/pets': {
        post: {
          requestBody: { required: true, ...json(reference('Pet')) },
          responses: { 200: json(reference('Pet')) },
        },
      },
    },
    components: { schemas: swagger().definitions },
  };
  // Written in another way, and the same for every caller.
  expect(compareSpecs(swagger(), same).changes.map(text)).toEqual(['keeps | POST /pets | operation-documented']);
});
