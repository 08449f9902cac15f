import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSchema } from './plugin-schema.ts';
import { joinSecrets, SecretGoneError, splitSecrets } from './plugin-secrets.ts';
import { withoutSecrets } from './without-secrets.ts';

type Field = Readonly<Record<string, unknown>>;
type Named = readonly Readonly<Record<string, Field>>[];

const schemas = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'plugin-schemas.json'), 'utf8'),
) as Readonly<Record<string, Field>>;
const fingerprint = (value: string) => createHmac('sha256', 'key').update(value).digest('hex');

/** Returns a value of a field with a text in each place that has one. */
const filled = ({ type, fields, elements, values }: Field, text: string): unknown => {
  switch (type) {
    case 'record':
      return Object.fromEntries(
        ((fields ?? []) as Named).flatMap((each) =>
          Object.entries(each).map(([name, inner]) => [name, filled(inner, `${text}-${name}`)]),
        ),
      );
    case 'array':
    case 'set':
      return [filled(elements as Field, `${text}:one`), filled(elements as Field, `${text}:two`)];
    case 'map':
      return { named: filled(values as Field, text) };
    case 'string':
      return text;
    default:
      return true;
  }
};

const pluginOf = (name: string, text: string) => {
  const { fields } = schemas[name] as { fields: Named };
  const config = fields.find((each) => 'config' in each)?.config as Field;
  return { name, config: filled({ ...config, type: 'record' }, text) as Field };
};
const shownOf = (body: Field) =>
  withoutSecrets('plugin', body, readSchema(schemas[String(body.name)] as Field), fingerprint);

describe('E1: the secrets of a form are split from it, and put together again at the gateway', () => {
  it.each(Object.keys(schemas))('%s', (name) => {
    const schema = readSchema(schemas[name] as Field);
    const typed = pluginOf(name, 'canary');
    const { body, secrets, unknown } = splitSecrets({ body: typed, schema }, { name }, fingerprint);
    expect(unknown).toEqual([]);
    // What may be stored is what may be shown.
    expect(body).toEqual(shownOf(typed));
    expect(joinSecrets({ body, schema }, {}, secrets, fingerprint)).toEqual(typed);

    // An edit without a new value keeps those of the gateway.
    const again = splitSecrets({ body: shownOf(typed), schema }, shownOf(typed), fingerprint);
    expect([...again.secrets]).toEqual([]);
    expect(again.unknown).toEqual([]);
    expect(joinSecrets({ body: again.body, schema }, typed, new Map(), fingerprint)).toEqual(typed);
  });
});

const log = (config: object) => ({ name: 'http-log', config: { http_endpoint: 'https://log.example', ...config } });
const schema = readSchema(schemas['http-log'] as Field);

it('a secret that is kept can be moved to no other field', () => {
  const theirs = log({ headers: { authorization: 'theirs' } });
  const { headers } = shownOf(theirs).config as { headers: { authorization: unknown } };
  const moved = log({ http_endpoint: headers.authorization });
  expect(splitSecrets({ body: moved, schema }, shownOf(theirs), fingerprint).unknown).toEqual(['config.http_endpoint']);
  expect(() => joinSecrets({ body: moved, schema }, theirs, new Map(), fingerprint)).toThrow(SecretGoneError);
  const plain = log({ content_type: headers.authorization });
  expect(JSON.stringify(joinSecrets({ body: plain, schema }, theirs, new Map(), fingerprint))).not.toContain('theirs');
});

it('a new value stands beside one that is kept, and one that is gone at the gateway is told', () => {
  const theirs = log({ headers: { one: 'theirs', two: 'theirs too' } });
  const { headers } = shownOf(theirs).config as { headers: Field };
  const body = log({
    http_endpoint: (shownOf(theirs).config as Field).http_endpoint,
    headers: { ...headers, two: 'mine' },
  });
  const split = splitSecrets({ body, schema }, shownOf(theirs), fingerprint);
  expect([...split.secrets.values()]).toEqual(['"mine"']);
  expect(joinSecrets({ body: split.body, schema }, theirs, split.secrets, fingerprint).config).toMatchObject({
    headers: { one: 'theirs', two: 'mine' },
  });
  expect(() =>
    joinSecrets({ body: split.body, schema }, log({ headers: { one: 'another' } }), split.secrets, fingerprint),
  ).toThrow(SecretGoneError);
});
