import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsMade, keepingCalls } from '#platform/calls-made.ts';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';
import { recording } from '../recordings/recording.ts';
import { createKongClient, type KongClient } from './client.ts';
import { pathToTell, saidBy } from './told-of-call.ts';

const uuid = '11111111-1111-4111-8111-000000000002';
/** It may be the name of a field, too. */
const canary = 'canary_2f1c';
type Field = Readonly<Record<string, unknown>>;
const schemas = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../mirror/fixtures/plugin-schemas.json'), 'utf8'),
) as Readonly<Record<string, Readonly<{ fields: readonly Readonly<Record<string, Field>>[] }>>>;

/** Returns a value of a field with the canary in each place that has a text. */
const filled = ({ type, fields, elements, values }: Field): unknown => {
  if (type === 'record')
    return Object.fromEntries(
      ((fields ?? []) as readonly Readonly<Record<string, Field>>[]).flatMap((each) =>
        Object.entries(each).map(([name, inner]) => [name, filled(inner)]),
      ),
    );
  if (type === 'array' || type === 'set') return [filled(elements as Field)];
  if (type === 'map') return { named: filled(values as Field) };
  return type === 'string' ? canary : true;
};

/** What a gateway may say of a body that it refuses: each text of it as it was sent, in sentences of several forms. */
const repeated = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repeated);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, repeated(inner)]));
  return typeof value === 'string' ? `invalid value: ${value}` : `${canary} expected a string`;
};

let answer: Readonly<{ status: number; body: unknown }> = { status: 200, body: {} };
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let client: KongClient;
beforeAll(async () => {
  const answering: Answering = (_request, response) =>
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  // One for each call: five for each plugin.
  server = await startAnsweringServer(...Array.from({ length: 300 }, () => answering));
  client = createKongClient({ adminUrl: server.url, token: canary });
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

const callsOf = (work: () => Promise<unknown>) =>
  keepingCalls(async () => {
    await work().catch(() => undefined);
    return callsMade().calls;
  });

describe('E1: nothing of a body, and nothing that the gateway repeats of it, is kept of a call', () => {
  it.each(Object.keys(schemas))('%s', async (name) => {
    const config = schemas[name]?.fields.find((each) => 'config' in each)?.config as Field;
    const body = { name, config: filled({ ...config, type: 'record' }) as Field };
    const put = () => client.put({ kind: 'plugin', id: uuid, label: `plugin ${name}` }, body);
    const answers = [
      {
        status: 400,
        body: { code: 2, name: 'schema violation', message: JSON.stringify(body), fields: repeated(body) },
      },
      {
        status: 400,
        body: { code: 2, name: canary, message: canary, fields: { config: canary, [canary]: 'unknown field' } },
      },
      { status: 409, body: { code: 5, name: 'unique constraint violation', message: canary, fields: { key: canary } } },
      { status: 500, body: { message: canary } },
      { status: 200, body: { id: uuid, ...body } },
    ];
    for (const each of answers) {
      answer = each;
      const calls = await callsOf(put);
      expect(calls).toMatchObject([{ call: `PUT /plugins/${uuid}`, status: each.status, times: 1 }]);
      expect(JSON.stringify(calls)).not.toContain(canary);
    }
  });

  it('all 44 plugins are tried', () => {
    expect(Object.keys(schemas)).toHaveLength(44);
  });
});

describe('what is told of a call', () => {
  it.each([
    [`/services/${uuid}`, `/services/${uuid}`],
    ['/services/secret-of-somebody?size=1000&tags=portico', '/services/…'],
    [`/consumers/${uuid}/key-auth/abc123`, `/consumers/${uuid}/key-auth/…`],
    [`/consumers/alice/key-auth/${uuid}`, `/consumers/…/key-auth/${uuid}`],
    ['/schemas/plugins/rate-limiting', '/schemas/plugins/rate-limiting'],
    ['/', '/'],
  ])('of %s its place', (path, told) => expect(pathToTell(path)).toBe(told));

  it.each([
    ['037-services-create-invalid-url', 'schema violation: host: required field missing; path: should start with: /'],
    ['074-services-put-uuid-name-taken', 'unique constraint violation: name: …'],
  ] as const)('of the real answer %s its own sentences', (name, said) => {
    const { body } = recording(name);
    const told = saidBy(JSON.parse(body));
    expect(told).toBe(said);
  });

  it('names fields, with sentences in which no value can be', () => {
    const fields = {
      name: 'required field missing',
      port: 'value should be between 0 and 65535',
      host: 'invalid value: bad host',
      config: { minute: 'expected an integer', second: { deep: 'length must be at least 1' } },
      path: 'should start with: /',
      tags: ['invalid tag'],
      'Not a field': 'unknown field',
    };
    expect(saidBy({ code: 2, name: 'schema violation', message: 'all of it', fields })).toBe(
      'schema violation: name: required field missing; port: value should be between 0 and 65535; host: invalid value …; ' +
        'config.minute: expected an integer; config.second.deep: length must be at least 1; path: should start with: /; tags: …',
    );
    expect(saidBy({ message: 'an error of a proxy' })).toBeUndefined();
    expect(saidBy('text')).toBeUndefined();
  });

  it('is a call that failed, too, with the code and without the address', async () => {
    const away = createKongClient({ adminUrl: 'http://127.0.0.1:1' });
    const calls = await callsOf(() => away.get({ kind: 'service', id: uuid, label: 'service' }));
    await away.close();
    expect(calls).toMatchObject([{ call: `GET /services/${uuid}`, failed: 'gateway.unreachable' }]);
    expect(calls[0]?.status).toBeUndefined();
    expect(JSON.stringify(calls)).not.toContain('127.0.0.1');
  });
});
