import { describe, expect, it } from 'vitest';
import { checkField } from './check-form.ts';
import { defaultOf, type FormField } from './form-field.ts';
import { effectOf } from './plugin-effect.ts';

const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
  type,
  isRequired: false,
  isSecret: false,
  ...more,
});
const problemsOf = (value: unknown, form: FormField) =>
  checkField(value, form, ['config']).map(({ path, code }) => `${path.join('.')} ${code}`);

const limits = field('record', {
  isRequired: true,
  fields: [
    { name: 'minute', field: field('number', { above: 0 }) },
    { name: 'policy', field: field('text', { choices: ['local', 'redis'], initial: 'local' }) },
    { name: 'host', field: field('text') },
    { name: 'allow', field: field('list', { elements: field('text') }) },
    { name: 'deny', field: field('list', { elements: field('text') }) },
  ],
  rules: [
    { rule: 'at-least-one', of: [['minute'], ['host']] },
    { rule: 'only-one', of: [['allow'], ['deny']] },
    { rule: 'needs', when: ['policy'], is: 'redis', field: ['host'] },
  ],
});

describe('a value is checked as the schema says', () => {
  it.each([
    [{ minute: 5 }, []],
    [{ minute: 0 }, ['config.minute gateway-object.not-above']],
    [{ minute: 'five' }, ['config.minute gateway-object.not-a-number']],
    [{}, ['config.minute gateway-object.at-least-one']],
    [{ minute: 5, policy: 'cluster' }, ['config.policy gateway-object.not-a-choice']],
    [{ minute: 5, policy: 'redis' }, ['config.host field.required']],
    [{ minute: 5, allow: ['a'], deny: ['b'] }, ['config.deny gateway-object.only-one']],
    [{ minute: 5, allow: ['a', ''] }, ['config.allow.1 field.required']],
    [{ minute: 5, other: true }, ['config.other field.unknown']],
  ])('%j', (value, expected) => expect(problemsOf(value, limits)).toEqual(expected));

  it.each([
    [field('integer'), 1.5, 'config gateway-object.not-whole'],
    [field('integer', { minimum: 0, maximum: 9 }), 10, 'config field.too-big'],
    [field('text', { isRequired: true }), '', 'config field.required'],
    [field('text', { most: 2 }), 'abc', 'config field.too-long'],
    [field('list', { isRequired: true, elements: field('text') }), [], 'config field.required'],
    [field('map', { values: field('text') }), { ' ': 'a' }, 'config.  field.required'],
    [field('choices', { choices: ['a'] }), ['b'], 'config gateway-object.not-a-choice'],
    [field('record', { fields: [] }), 'text', 'config field.invalid'],
  ] as const)('%j refuses %j', (form, value, expected) => expect(problemsOf(value, form)).toEqual([expected]));

  it('what is left out and has a default is right, what is null is not', () => {
    const port = { name: 'port', field: field('integer', { isRequired: true, initial: 6379 }) };
    const host = { name: 'host', field: field('text', { isRequired: true }) };
    const redis = { name: 'redis', field: field('record', { isRequired: true, fields: [port, host] }) };
    const form = field('record', { isRequired: true, fields: [redis] });
    expect(problemsOf({}, form)).toEqual(['config.redis.host field.required']);
    expect(problemsOf({ redis: { port: null, host: 'a' } }, form)).toEqual(['config.redis.port field.required']);
  });

  it('a secret that is kept is right', () => {
    expect(problemsOf({ fingerprint: 'abc' }, field('text', { isRequired: true, isSecret: true }))).toEqual([]);
  });
});

it('an optional record begins only with what it has defaults for', () => {
  const key = { name: 'key', field: field('text', { isRequired: true }) };
  const port = { name: 'port', field: field('integer', { initial: 6379 }) };
  expect(defaultOf(field('record', { fields: [key, port] }))).toBeNull();
  expect(defaultOf(field('record', { fields: [port] }))).toEqual({ port: 6379 });
  expect(defaultOf(field('record', { isRequired: true, fields: [key, port], initial: { port: 7 } }))).toEqual({
    key: null,
    port: 7,
  });
});

describe('what a change of a plugin does to callers', () => {
  const plugin = (name: string, enabled = true, config: object = {}) => ({ name, enabled, config });
  it.each([
    ['a new guard', undefined, plugin('key-auth'), { does: 'closes', guard: 'asks-who' }],
    ['one that lets in everybody', undefined, plugin('jwt', true, { anonymous: 'somebody' }), undefined],
    ['a guard that is switched off', plugin('acl'), plugin('acl', false), { does: 'opens', guard: 'chooses' }],
    ['a deleted one', plugin('oauth2'), undefined, { does: 'opens', guard: 'asks-who' }],
    [
      'a guard with another setting',
      plugin('rate-limiting'),
      plugin('rate-limiting'),
      { does: 'may-change', guard: 'limits' },
    ],
    [
      'an answer instead of the service',
      undefined,
      plugin('request-termination'),
      { does: 'closes', guard: 'answers-all' },
    ],
    ['a log', undefined, plugin('http-log'), undefined],
  ])('%s', (_name, before, after, expected) => expect(effectOf(before, after)).toEqual(expected));
});
