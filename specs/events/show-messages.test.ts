import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerLimit } from '#domain/topic-message/limits.ts';
import { indentJson } from './indent-json.ts';
import type { SentSchema } from './read-events.ts';
import { showMessages } from './show-messages.ts';

const event = (schema: unknown, eventTypeId = 'order.placed'): SentSchema => ({
  eventTypeId,
  name: 'Order placed',
  description: '',
  schema: JSON.stringify(schema),
});
const placed = event({
  type: 'object',
  properties: { id: { type: 'integer' }, lines: { type: 'array', items: { type: 'object', required: ['price'] } } },
  required: ['id'],
  additionalProperties: false,
});

type Given = Readonly<{
  value?: Uint8Array | string | null;
  key?: string | Uint8Array | null;
  headers?: [string, string | Uint8Array | null][];
}>;
const bytes = (value: Uint8Array | string | null): Uint8Array | null =>
  typeof value === 'string' ? Buffer.from(value) : value;
const message = ({ value = '{}', key = null, headers = [] }: Given = {}) => {
  const payload = bytes(value);
  return {
    ...{ partition: 0, offset: 7, timestamp: 1_700_000_000_000, isCut: false, unread: 0 },
    key: bytes(key),
    value: payload,
    headers: headers.map(([name, text]) => ({ name, value: bytes(text) })),
    size: payload?.length ?? 0,
    valueSize: payload?.length ?? 0,
  };
};
const shown = (given: Given, events: readonly SentSchema[] = [placed]) => {
  const [one] = showMessages([message(given)], events).messages;
  if (!one) throw new Error('it is left out');
  return one;
};
const violationsOf = (value: string, events?: readonly SentSchema[]) =>
  shown({ value }, events).check.violations.map(({ path, kind, detail }) => `${path} ${kind} ${detail}`.trim());

describe('a payload is shown as what it is', () => {
  const nested = `${'['.repeat(50)}1${']'.repeat(50)}`;
  it.each<[what: string, value: Uint8Array | string | null, kind: string, text: string | RegExp]>([
    ['null, which deletes a key', null, 'none', ''],
    ['empty', '', 'empty', ''],
    [
      'JSON, with a line for each value',
      '{"a":[1,{}],"b":"x"}',
      'json',
      '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "x"\n}',
    ],
    [
      'numbers with all their digits',
      '[9007199254740993,1e400,1.0,-0]',
      'json',
      '[\n  9007199254740993,\n  1e400,\n  1.0,\n  -0\n]',
    ],
    ['both of two equal keys', '{"a":1,"a":2}', 'json', '{\n  "a": 1,\n  "a": 2\n}'],
    ['fifty levels', nested, 'json', /\[\n {98}\[\n {100}1/],
    ['HTML as a text', '<img src=x onerror=alert(1)>', 'text', '<img src=x onerror=alert(1)>'],
    ['what turns the direction of others is written', 'a\u202egnp.exe', 'text', 'a\\u202egnp.exe'],
    ['the same inside JSON', '"\u202e\u2066"', 'json', '"\\u202e\\u2066"'],
    ['a mark of order at the beginning', '\ufeff{}', 'text', '\\ufeff{}'],
    ['half a sign', '"\\ud83d"', 'json', '"\\ud83d"'],
    ['bytes with NUL', 'a\0b', 'binary', '61 00 62'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'binary', 'ff fe 41'],
    ['the format of a registry of schemas', Buffer.from([0, 0, 0, 0, 7, 2]), 'binary', '00 00 00 00 07 02'],
    ['what only begins like gzip', Buffer.from([0x1f, 0x8b, 8, 1]), 'binary', '1f 8b 08 01'],
    ['what only begins like zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'binary', '28 b5 2f fd'],
    ['half of a gzip', gzipSync('{}').subarray(0, 12), 'binary', /^1f 8b 08/],
  ])('%s', (_what, value, kind, text) => {
    const { payload } = shown({ value });
    expect(payload).toMatchObject({ kind, size: bytes(value)?.length ?? 0, isCut: false });
    expect(payload.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)('packed with %s, with what is in it', (kind, pack) => {
    const inside = (value: string | Uint8Array) => {
      const packed = pack(value);
      const { payload, check } = shown({ value: packed });
      expect(payload).toMatchObject({ kind, size: packed.length });
      return [payload.inside?.kind, payload.inside?.size, payload.text, payload.isCut, check.result];
    };
    expect(inside('{"id":1}')).toEqual(['json', 8, '{\n  "id": 1\n}', false, 'obeys']);
    expect(inside('{"id":"1"}')).toEqual(['json', 10, '{\n  "id": "1"\n}', false, 'breaks']);
    expect(inside('a\u202eb')).toEqual(['text', 5, 'a\\u202eb', false, 'breaks']);
    expect(inside('')).toEqual(['empty', 0, '', false, 'breaks']);
    expect(inside(Buffer.from([0, 255]))).toEqual(['binary', 2, '00 ff', false, 'breaks']);
    // Opened once only.
    expect(inside(pack('{"id":1}'))[0]).toBe('binary');
    const [of, , text, isCut, result] = inside('x'.repeat(300_000));
    expect([of, isCut, result]).toEqual(['text', true, 'unchecked']);
    expect(text).toMatch(/^x+$/);
    // A bomb.
    expect(inside(Buffer.alloc(100 * 1024 * 1024))).toEqual([undefined, undefined, '', false, 'unchecked']);
  });

  it('a packed one of which only the beginning was read is not opened', () => {
    const value = gzipSync('{"id":1}');
    const cut = { ...message({ value: value.subarray(0, 20) }), valueSize: value.length, isCut: true };
    expect(showMessages([cut], [placed]).messages[0]).toMatchObject({
      payload: { kind: 'gzip', inside: null, text: '' },
      check: { result: 'unchecked' },
    });
  });

  it('the event that a packed message names in a field of its own', () => {
    const other = event({ type: 'object', required: ['type'] }, 'order.cancelled');
    const { check } = shown({ value: gzipSync('{"type":"order.cancelled"}') }, [placed, other]);
    expect(check).toMatchObject({ eventTypeId: 'order.cancelled', result: 'obeys' });
  });

  it('a large one with its size, and its beginning', () => {
    const large = {
      ...message({ value: Buffer.alloc(1000, 0xff) }),
      valueSize: 10_485_760,
      size: 10_485_760,
      isCut: true,
    };
    const [one] = showMessages([large], [placed]).messages;
    expect(one?.payload).toMatchObject({ kind: 'binary', size: 10_485_760, isCut: true });
    const text = { ...message({ value: `${'é'.repeat(99)}\u00c3`.slice(0, 99) }), valueSize: 10_485_760, isCut: true };
    const cut = { ...text, value: Buffer.concat([text.value ?? Buffer.alloc(0), Buffer.from([0xc3])]) };
    expect(showMessages([cut], [placed]).messages[0]).toMatchObject({
      payload: { kind: 'text', text: 'é'.repeat(99), isCut: true },
      check: { result: 'unchecked' },
    });
  });

  it('a batch that could not be unpacked, with how many messages are in it', () => {
    const packed = { ...message({ value: null }), unread: 12, size: 3000 };
    expect(showMessages([packed], [placed]).messages[0]).toMatchObject({
      messages: 12,
      payload: { kind: 'packed', size: 3000, text: '' },
      check: { result: 'unchecked' },
    });
  });
});

describe('keys, headers and times', () => {
  it('no key and an empty key are two things, and a binary key is shown in hex', () => {
    expect(shown({ key: null }).key).toBeNull();
    expect(shown({ key: '' }).key).toMatchObject({ kind: 'text', text: '', size: 0 });
    expect(shown({ key: Buffer.from([0, 255]) }).key).toMatchObject({ kind: 'binary', text: '00 ff', size: 2 });
    expect(shown({ key: '<b>\u202e' }).key).toMatchObject({ kind: 'text', text: '<b>\\u202e' });
  });

  it('headers of the same name are all shown, and null is no empty text', () => {
    const { headers } = shown({
      headers: [
        ['a', '1'],
        ['a', '2'],
        ['b', null],
        ['c\u0007', ''],
      ],
    });
    expect(headers.map(({ name, value }) => [name, value?.text])).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', undefined],
      ['c\\u0007', ''],
    ]);
  });

  it.each([[-1], [8.64e15 + 1], [Number.NaN]])('%s is no time', (timestamp) => {
    expect(showMessages([{ ...message(), timestamp }], []).messages[0]?.at).toBeNull();
  });
});

describe('a message is held to the schema of its event', () => {
  it.each<[what: string, value: string, violations: string[]]>([
    ['one that obeys', '{"id":1}', []],
    ['a type', '{"id":"1"}', ['/id type integer']],
    ['what is missing, at its place', '{"id":1,"lines":[{"price":1},{}]}', ['/lines/1/price required']],
    ['what is not in the schema', '{"id":1,"<b>":2}', ['/<b> additional']],
    ['no JSON', 'id=1', ['/ no-json']],
    ['an empty one', '', ['/ no-json']],
    ['a key twice', '{"id":1,"id":2}', ['/id twice']],
    ['too many levels', `${'['.repeat(300)}${']'.repeat(300)}`, ['/ too-deep']],
  ])('%s', (_what, value, violations) => {
    expect(violationsOf(value)).toEqual(violations);
    expect(shown({ value }).check).toMatchObject({
      result: violations.length === 0 ? 'obeys' : 'breaks',
      eventTypeId: 'order.placed',
    });
  });

  it('a deletion breaks none', () => {
    expect(shown({ value: null }).check.result).toBe('no-schema');
  });

  it('of several events it is the one that it names, obeys or breaks least', () => {
    const paid = event(
      { type: 'object', properties: { sum: { minimum: 1 }, type: {} }, required: ['sum'] },
      'order.paid',
    );
    const events = [placed, paid];
    const header: [string, string][] = [['Event-Type', 'order.paid']];
    expect(shown({ value: '{"id":1}', headers: header }, events).check).toMatchObject({
      eventTypeId: 'order.paid',
      result: 'breaks',
    });
    expect(shown({ value: '{"type":"order.paid","sum":0}' }, events).check.violations).toEqual([
      { path: '/sum', kind: 'rule', detail: 'minimum 1' },
    ]);
    expect(shown({ value: '{"sum":2}' }, events).check).toMatchObject({ eventTypeId: 'order.paid', result: 'obeys' });
    expect(shown({ value: '{"x":2}' }, events).check).toMatchObject({ eventTypeId: 'order.paid', result: 'breaks' });
  });

  it('a pattern that would run for hours is matched in linear time, and a schema that nobody can use checks nothing', () => {
    const slow = event({ pattern: '^(a+)+$' });
    expect(violationsOf(JSON.stringify(`${'a'.repeat(5000)}!`), [slow])).toEqual(['/ rule pattern ^(a+)+$']);
    expect(shown({ value: '1' }, [{ ...placed, schema: '{"$ref":"#/nowhere"}' }]).check.result).toBe('unchecked');
  });
});

describe('an answer has room', () => {
  const size = (messages: readonly Given[]) => {
    const answer = showMessages(
      messages.map((each) => message(each)),
      [placed],
    );
    return { ...answer, bytes: Buffer.byteLength(JSON.stringify(answer)) };
  };

  it('for short messages beside a long one', () => {
    const { messages, leftOut, bytes } = size([
      { value: JSON.stringify('x'.repeat(250_000)) },
      { value: JSON.stringify('y'.repeat(250_000)) },
      ...Array.from({ length: 48 }, () => ({ value: '{"id":1}' })),
    ]);
    expect(bytes).toBeLessThan(answerLimit);
    expect(leftOut).toBe(0);
    expect(messages.map(({ payload }) => payload.isCut)).toEqual([
      true,
      true,
      ...Array.from({ length: 48 }, () => false),
    ]);
    const [one, other] = messages.map(({ payload }) => payload.text.length);
    expect(one).toBe(other);
    expect(one).toBeGreaterThan(100_000);
  });

  it('whatever headers, keys and signs that JSON writes with six letters there are', () => {
    const hostile = '\u202e'.repeat(400);
    const headers = Array.from({ length: 50 }, (_, at): [string, string] => [`${hostile}${at}`, hostile]);
    const { messages, bytes } = size(Array.from({ length: 50 }, () => ({ key: hostile, headers, value: hostile })));
    expect(bytes).toBeLessThan(answerLimit);
    expect(messages.length).toBeGreaterThan(20);
    expect(messages[0]?.headersLeftOut).toBe(50);
  });
});

it('JSON is indented as it is written, and not beyond a length', () => {
  const text = '{ "a\\"b" : [ ] , "c":{"d":[true,null]} }';
  expect(indentJson(text, 1000)).toBe(
    '{\n  "a\\"b": [],\n  "c": {\n    "d": [\n      true,\n      null\n    ]\n  }\n}',
  );
  expect(indentJson(`${'['.repeat(5000)}${']'.repeat(5000)}`, 10_000)).toBeUndefined();
});
