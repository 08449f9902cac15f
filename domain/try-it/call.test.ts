import { describe, expect, it } from 'vitest';
import { callOf, type Filled, keyOf, missingIn, proposed } from './call.ts';
import {
  type FilledValue,
  type TryItBodyForm,
  type TryItField,
  type TryItOperation,
  type TryItParameter,
  type TryItWriting,
  tryItBody,
} from './schema.ts';
import { sentCall } from './sent.ts';

const parameter = { required: false, description: '', example: '' };
const json: TryItBodyForm = { contentType: 'application/json', kind: 'text', example: '{}', fields: [] };
const operation: TryItOperation = {
  method: 'PUT',
  path: '/órders/{id}/lines',
  summary: '',
  parameters: [
    { ...parameter, name: 'id', in: 'path', required: true, example: '7' },
    { ...parameter, name: 'q', in: 'query', example: 'not sent' },
    { ...parameter, name: 'X-Trace', in: 'header', required: true },
  ],
  bodies: [json],
  unsent: [],
};
const filledWith = (values: Record<string, FilledValue>, more: Partial<Filled> = {}): Filled => ({
  values,
  form: json,
  text: '',
  files: {},
  ...more,
});

it("starts with the description's values for required parameters", () => {
  const start = proposed(operation);
  expect(start).toEqual({
    values: { 'path id': '7', 'query q': '', 'header X-Trace': '' },
    form: json,
    text: '{}',
    files: {},
  });
  expect(missingIn(operation, start)).toEqual(['header X-Trace']);
});

it('encodes values, so that they stay in their place', async () => {
  const values = { 'path id': 'a/../b?c#d', 'query q': 'x&y=ü z', 'header X-Trace': 't' };
  const call = callOf(operation, filledWith(values, { text: '{"a":1}' }));
  const sent = await sentCall(call);
  expect(sent).toEqual({
    method: 'PUT',
    path: '/%C3%B3rders/a%2F..%2Fb%3Fc%23d/lines?q=x%26y%3D%C3%BC%20z',
    headers: [
      { name: 'Accept', value: 'application/json, */*' },
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Trace', value: 't' },
    ],
    body: '{"a":1}',
  });
  expect(tryItBody.safeParse(sent).success).toBe(true);
});

it('sends no empty body, and no body with GET or HEAD', () => {
  expect(callOf(operation, filledWith({})).body).toBeNull();
  for (const method of ['GET', 'HEAD'] as const)
    expect(callOf({ ...operation, method }, filledWith({}, { text: '{}' })).body).toBeNull();
});

it('sends each header once: a filled-in header replaces the default one', async () => {
  const accept = { ...parameter, name: 'accept', in: 'header' as const };
  const call = callOf(
    { ...operation, parameters: [accept] },
    filledWith({ 'header accept': 'text/csv' }, { text: '{}' }),
  );
  expect(call.headers).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'accept', value: 'text/csv' },
  ]);
  expect(tryItBody.safeParse(await sentCall(call)).success).toBe(true);
});

it('sends the path of a description as an address, and encodes nothing a second time', () => {
  const sent = (path: string) =>
    callOf(
      { ...operation, method: 'GET', path, parameters: operation.parameters.slice(0, 1) },
      filledWith({ 'path id': 'a%20b' }),
    ).path;
  expect(sent('/pct%20enc/{id}')).toBe('/pct%20enc/a%2520b');
  expect(sent('/größe/{id}')).toBe('/gr%C3%B6%C3%9Fe/a%2520b');
  expect(sent('/a b/100%/{id}')).toBe('/a%20b/100%25/a%2520b');
});

it('adds the base path if the target lacks it, and leaves out the parts that are never sent', () => {
  const read = (path: string, prefix?: string) =>
    callOf({ ...operation, method: 'GET', path, parameters: [] }, filledWith({}), prefix).path;
  expect(read('/orders', '/v1')).toBe('/v1/orders');
  expect(read('/orders')).toBe('/orders');
  expect(read('/#Action=RunInstances')).toBe('/');
  expect(read('/photos?acl')).toBe('/photos');
});

const list = ['3', '5'];
const map: FilledValue = [
  { name: 'R', value: '100' },
  { name: 'G', value: '2 0' },
];
const writing = (
  shape: TryItWriting['shape'],
  style: TryItWriting['style'],
  explode: boolean,
  reserved = false,
): TryItWriting => ({ shape, style, explode, reserved });

/** OpenAPI 3.1.1, "Style Examples". */
describe('styles', () => {
  const pathOf = (place: TryItParameter['in'], value: FilledValue, how?: TryItWriting, name = 'ids') => {
    const one: TryItParameter = { ...parameter, name, in: place, ...(how && { writing: how }) };
    const path = place === 'path' ? `/a/{${name}}` : '/a';
    const call = callOf({ ...operation, method: 'GET', path, parameters: [one] }, filledWith({ [keyOf(one)]: value }));
    return place === 'header' ? call.headers.find((header) => header.name === name)?.value : call.path;
  };
  it.each<[string, TryItParameter['in'], FilledValue, TryItWriting | undefined, string | undefined]>([
    ['a text', 'query', 'a+b c', undefined, '/a?ids=a%2Bb%20c'],
    ['a list', 'query', list, writing('list', 'form', true), '/a?ids=3&ids=5'],
    ['a list in one value', 'query', ['3', 'a,b'], writing('list', 'form', false), '/a?ids=3,a%2Cb'],
    ['with spaces', 'query', list, writing('list', 'spaceDelimited', false), '/a?ids=3%205'],
    ['with pipes', 'query', list, writing('list', 'pipeDelimited', false), '/a?ids=3%7C5'],
    ['with tabs', 'query', list, writing('list', 'tabDelimited', false), '/a?ids=3%095'],
    ['with pipes, each alone', 'query', list, writing('list', 'pipeDelimited', true), '/a?ids=3&ids=5'],
    ['an object', 'query', map, writing('map', 'form', true), '/a?R=100&G=2%200'],
    ['an object in one value', 'query', map, writing('map', 'form', false), '/a?ids=R,100,G,2%200'],
    ['a deep object', 'query', map, writing('map', 'deepObject', true), '/a?ids%5BR%5D=100&ids%5BG%5D=2%200'],
    ['reserved signs', 'query', 'a/b?c=d&e#f', writing('text', 'form', true, true), '/a?ids=a/b?c=d%26e%23f'],
    ['rows without a text', 'query', ['', '3', ''], writing('list', 'form', true), '/a?ids=3'],
    ['only such rows', 'query', [''], writing('list', 'form', true), '/a'],
    ['in the path', 'path', list, writing('list', 'simple', false), '/a/3,5'],
    ['an object there', 'path', map, writing('map', 'simple', true), '/a/R=100,G=2%200'],
    ['in one value', 'path', map, writing('map', 'simple', false), '/a/R,100,G,2%200'],
    ['a label', 'path', '3', writing('text', 'label', false), '/a/.3'],
    ['of a list', 'path', list, writing('list', 'label', false), '/a/.3,5'],
    ['each alone', 'path', list, writing('list', 'label', true), '/a/.3.5'],
    ['of an object', 'path', map, writing('map', 'label', true), '/a/.R=100.G=2%200'],
    ['a matrix', 'path', '3', writing('text', 'matrix', false), '/a/;ids=3'],
    ['of a list', 'path', list, writing('list', 'matrix', false), '/a/;ids=3,5'],
    ['each alone', 'path', list, writing('list', 'matrix', true), '/a/;ids=3;ids=5'],
    ['of an object', 'path', map, writing('map', 'matrix', true), '/a/;R=100;G=2%200'],
    ['in one value', 'path', map, writing('map', 'matrix', false), '/a/;ids=R,100,G,2%200'],
    ['in a header', 'header', ['3', 'a b'], writing('list', 'simple', false), '3,a b'],
    ['an object there', 'header', map, writing('map', 'simple', true), 'R=100,G=2 0'],
  ])('%s', (_what, place, value, how, written) => {
    expect(pathOf(place, value, how)).toBe(written);
  });
});

const field = (name: string, more: Partial<TryItField> = {}): TryItField => ({ ...parameter, name, ...more });

it('writes forms as forms are written', () => {
  const fields = [
    field('ac'),
    field('product'),
    field('ids', { writing: writing('list', 'form', true) }),
    field('one', { writing: writing('list', 'form', false) }),
    field('empty'),
  ];
  const form: TryItBodyForm = { contentType: 'application/x-www-form-urlencoded', kind: 'form', example: '', fields };
  const values = { 'field ac': '4', 'field product': '8 & 9', 'field ids': list, 'field one': list };
  const call = callOf({ ...operation, method: 'POST' }, filledWith(values, { form }));
  expect(call.body).toEqual({ kind: 'text', text: 'ac=4&product=8+%26+9&ids=3&ids=5&one=3,5' });
  expect(call.headers).toContainEqual({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' });
});

/** Reads a body as a server does. */
const received = async (
  body: string,
  headers: readonly { name: string; value: string }[],
): Promise<[string, string, string | undefined][]> => {
  const type = headers.find(({ name }) => name === 'Content-Type')?.value ?? '';
  const data = await new Response(Buffer.from(body, 'base64'), { headers: { 'content-type': type } }).formData();
  return await Promise.all(
    [...data].map(
      async ([name, value]): Promise<[string, string, string | undefined]> =>
        typeof value === 'string'
          ? [name, value, undefined]
          : [name, await value.text(), `${value.name} ${value.type}`],
    ),
  );
};

it('writes forms in parts with their files', async () => {
  const fields = [
    field('note'),
    field('photo', { required: true, writing: writing('file', 'form', true) }),
    field('more', { contentType: 'image/png', writing: writing('files', 'form', true) }),
    field('tags', { writing: writing('list', 'form', true) }),
  ];
  const form: TryItBodyForm = { contentType: 'multipart/form-data', kind: 'parts', example: '', fields };
  const post: TryItOperation = { ...operation, method: 'POST', parameters: [], bodies: [form] };
  const files = {
    photo: [new File(['\x89PNG\r\n--x'], 'a "b".png', { type: 'image/png' })],
    more: [new File(['1'], '1'), new File(['2'], '2')],
  };
  expect(missingIn(post, filledWith({}, { form }))).toEqual(['field photo']);
  const sent = await sentCall(
    callOf(post, filledWith({ 'field note': 'ü & "x"\r\n', 'field tags': list }, { form, files })),
  );
  expect(tryItBody.safeParse(sent).success).toBe(true);
  expect(await received(sent.body ?? '', sent.headers)).toEqual([
    ['note', 'ü & "x"\r\n', undefined],
    ['photo', '\x89PNG\r\n--x', 'a "b".png image/png'],
    ['more', '1', '1 image/png'],
    ['more', '2', '2 image/png'],
    ['tags', '3', undefined],
    ['tags', '5', undefined],
  ]);
});

it('gives a part the media type that it has of its own, and each body a boundary', async () => {
  const fields = [field('about', { contentType: 'application/json' })];
  const form: TryItBodyForm = { contentType: 'multipart/form-data', kind: 'parts', example: '', fields };
  const call = callOf({ ...operation, method: 'POST' }, filledWith({ 'field about': '{"x":1}' }, { form }));
  const [one, other] = [await sentCall(call), await sentCall(call)];
  const written = Buffer.from(one.body ?? '', 'base64').toString();
  const boundary = /boundary=(\S+)/.exec(one.headers.at(-1)?.value ?? '')?.[1] ?? '';
  expect(written).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n{"x":1}\r\n--${boundary}--\r\n`,
  );
  expect(other.headers).not.toEqual(one.headers);
});

it('sends a file as the body', async () => {
  const form: TryItBodyForm = { contentType: 'image/png', kind: 'file', example: '', fields: [] };
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  const sent = await sentCall(
    callOf({ ...operation, method: 'POST' }, filledWith({}, { form, files: { '': [new File([bytes], 'a.png')] } })),
  );
  expect(sent.headers).toContainEqual({ name: 'Content-Type', value: 'image/png' });
  expect(Buffer.from(sent.body ?? '', 'base64').equals(bytes)).toBe(true);
});

it.each([
  ['image/*', 'image/jpeg', 'image/jpeg'],
  ['*/*', 'application/pdf', 'application/pdf'],
  ['image/*', 'application/pdf', 'image/png'],
  ['*/*', '', 'image/png'],
  [undefined, 'image/jpeg', 'image/png'],
])('sends the type of a file where the described range %s has it: %s', (range, type, sent) => {
  const form: TryItBodyForm = {
    contentType: 'image/png',
    ...(range && { range }),
    kind: 'file',
    example: '',
    fields: [],
  };
  const files = { '': [new File(['x'], 'a', { type })] };
  const { headers } = callOf({ ...operation, method: 'POST' }, filledWith({}, { form, files }));
  expect(headers).toContainEqual({ name: 'Content-Type', value: sent });
});

it('sends no range as the type of a part', () => {
  const writing = { shape: 'file', style: 'form', explode: true, reserved: false } as const;
  const photo = { name: 'photo', required: true, description: '', example: '', contentType: 'image/*', writing };
  const form: TryItBodyForm = { contentType: 'multipart/form-data', kind: 'parts', example: '', fields: [photo] };
  const files = { photo: [new File(['x'], 'a')] };
  const { body } = callOf({ ...operation, method: 'POST' }, filledWith({}, { form, files }));
  expect(body).toMatchObject({ parts: [{ contentType: 'application/octet-stream' }] });
});
