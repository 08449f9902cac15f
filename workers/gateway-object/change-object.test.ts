import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import type { ChangedKind } from '#domain/gateway-object/kind.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { createKongClient } from '#gateway/admin-api/client.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import { randomId } from '#platform/uuid.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
let client: ReturnType<typeof createKongClient>;
beforeAll(async () => {
  world = await startWorldOnAnyKong();
  client = createKongClient({ adminUrl: world.gateway.adminUrl, token: world.gateway.adminToken });
});
afterAll(async () => {
  await client?.close();
  await world?.close();
});

type Object = Readonly<Record<string, unknown>> & Readonly<{ id: string }>;
const collectionOf = (kind: ChangedKind) => `${kind}s`;
const make = async (kind: ChangedKind, body: object): Promise<Object> => {
  const id = randomUUID();
  // A plugin for all calls would be one for those of others.
  const service = kind === 'plugin' && { id: (await make('service', { name: randomUUID(), host: 'any.example' })).id };
  await world.admin('PUT', `/${collectionOf(kind)}/${id}`, { ...body, ...(service && { service }) });
  return (await read(kind, id)) as Object;
};
const read = async (kind: ChangedKind, id: string) => await client.read(`/${collectionOf(kind)}/${id}`);
const seenOf = async (kind: ChangedKind, body: Object) => {
  const source = { gatewayId: 1, client, names: world.names, vault: world.vault };
  return (await mirrored(source, kind, [body]))[0]?.hash ?? '';
};

const ask = async (
  kind: ChangedKind,
  objectId: string,
  seen: string | null,
  fields?: object,
  secrets?: Readonly<Record<string, string>>,
  place: Readonly<{ upstreamId?: string }> = {},
): Promise<string> => {
  const operationId = randomId();
  world.gateway.made(objectId);
  const data = { operationId, gatewayId: 1, kind, objectId, name: 'theirs', seen, ...place };
  await world.send(
    gatewayObjectDecider,
    objectStreamId(1, objectId),
    fields
      ? { type: 'SaveObject', data: { ...data, fields: { ...fields }, ...(secrets ? { secrets } : {}), changes: [] } }
      : { type: 'DeleteObject', data },
  );
  return operationId;
};
/** Returns the tables that have a text in any of their rows. */
const tablesWith = async (pool: WorkedWorld['pool'], text: string): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} as each where each::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
};
const outcomes = async (objectId: string) =>
  (await world.store.read(`gateway-object-${objectStreamId(1, objectId)}`)).map(({ type }) => type);
const failureOf = async (operationId: string) => {
  const end = await world.ended(operationId);
  return { type: end.type, data: end.data };
};

describe('an object of a gateway', () => {
  it('is made, changed and deleted, and what a form does not show stays', async () => {
    const id = randomUUID();
    await world.completed(
      await ask('service', id, null, { name: world.named('made'), host: 'made.example', port: 8080 }),
    );
    const made = (await read('service', id)) as Object;
    expect(made).toMatchObject({ name: world.named('made'), host: 'made.example', port: 8080, retries: 5 });

    await world.admin('PUT', `/services/${id}`, { ...made, retries: 2, tags: ['house'] });
    const theirs = (await read('service', id)) as Object;
    await world.completed(await ask('service', id, await seenOf('service', theirs), { host: 'moved.example' }));
    expect(await read('service', id)).toMatchObject({
      name: world.named('made'),
      host: 'moved.example',
      retries: 2,
      tags: ['house'],
    });

    const moved = (await read('service', id)) as Object;
    await world.completed(await ask('service', id, await seenOf('service', moved)));
    expect(await read('service', id)).toBeUndefined();
    expect((await outcomes(id)).filter((type) => !type.endsWith('Requested'))).toEqual([
      'GatewayObjectSaved',
      'GatewayObjectSaved',
      'GatewayObjectDeleted',
    ]);
  });

  it('is an upstream whose headers of health checks are shown to nobody and stay', async () => {
    const headers = { authorization: ['Bearer only-some-know'] };
    const name = world.named('checked');
    const upstream = await make('upstream', { name, healthchecks: { active: { http_path: '/up', headers } } });
    const settings = { slots: 200, healthchecks: { threshold: 10, active: { http_path: '/alive' } } };
    await world.completed(await ask('upstream', upstream.id, await seenOf('upstream', upstream), settings));
    const after = (await read('upstream', upstream.id)) as Object;
    expect(after).toMatchObject({
      slots: 200,
      healthchecks: { threshold: 10, active: { http_path: '/alive', headers } },
    });
    const source = { gatewayId: 1, client, names: world.names, vault: world.vault };
    const [shown] = await mirrored(source, 'upstream', [after]);
    expect(JSON.stringify(shown)).toContain('/alive');
    expect(JSON.stringify(shown)).not.toContain('only-some-know');
    expect(await tablesWith(world.pool, 'only-some-know')).toEqual([]);
  });

  it("is no upstream with the name of a deployment's target", async () => {
    const host = `${world.named('led')}.example`;
    const id = randomUUID();
    // It was asked for, and the deployment a moment later.
    await world.stopWorker();
    const operationId = await ask('upstream', id, null, { name: host });
    await world.pool.query(
      `insert into deployments (id, api_id, gateway_id, environment, name, context_path, authentication, config, applied, state, operation_id,
         follows, move_end, created_by, created_at, updated_at, stream_version)
       values (900001, 1, 1, 'DEV', 'led', 'led', 'apikey', $1, null, 'deploying', $2, null, null, 1, now(), now(), 1)`,
      [JSON.stringify({ upstreamUrl: `https://${host}/v1` }), randomId()],
    );
    await world.startWorker();
    const { problems } = (await failureOf(operationId)).data as { problems: object[] };
    expect(problems).toMatchObject([
      { code: 'gateway-object.host-of-deployment', field: 'name', parameters: { host } },
    ]);
    expect(await read('upstream', id)).toBeUndefined();
    await world.pool.query('delete from deployments where id = 900001');
  });

  it('is a route for hosts and methods, whose headers nobody was shown stay', async () => {
    const service = await make('service', { name: world.named('by-host'), host: 'made.example' });
    const id = randomUUID();
    const host = `${world.named('shop')}.example`;
    const settings = { hosts: [host], methods: ['GET', 'POST'], protocols: ['https'], regex_priority: 0, snis: null };
    const fields = { name: world.named('by-host'), paths: null, service: { id: service.id }, ...settings };
    await world.completed(await ask('route', id, null, fields));
    const made = (await read('route', id)) as Object;
    expect(made).toMatchObject({ hosts: [host], protocols: ['https'], paths: null });
    await world.admin('PUT', `/routes/${id}`, { ...made, headers: { 'x-guard': ['only-some-know'] } });
    const guarded = (await read('route', id)) as Object;
    const changed = { hosts: [`*.${host}`], methods: null };
    await world.completed(await ask('route', id, await seenOf('route', guarded), changed));
    expect(await read('route', id)).toMatchObject({
      hosts: [`*.${host}`],
      methods: null,
      headers: { 'x-guard': ['only-some-know'] },
    });
    const refused = await failureOf(
      await ask('route', randomUUID(), null, { ...fields, name: 'no name', hosts: ['*a*'] }),
    );
    const { problems } = refused.data as { problems: { field: string }[] };
    expect(problems.map(({ field }) => field).sort()).toEqual(['name', 'settings.hosts']);
  });

  it('keeps the secrets that nobody was shown', async () => {
    const plugin = await make('plugin', {
      name: 'http-log',
      config: { http_endpoint: 'https://log.example/secret', headers: { authorization: 'a-secret' } },
    });
    const seen = await seenOf('plugin', plugin);
    await world.completed(await ask('plugin', plugin.id, seen, { config: { timeout: 9_000 }, enabled: false }));
    expect(await read('plugin', plugin.id)).toMatchObject({
      enabled: false,
      config: { timeout: 9_000, http_endpoint: 'https://log.example/secret', headers: { authorization: 'a-secret' } },
    });
  });

  it('gets its new secrets from the vault, and no table has them', async () => {
    const value = (text: string) => `kept-nowhere-${text}`;
    const secretId = async (text: string) => {
      const id = randomUUID();
      const value = JSON.stringify(text);
      await world.vault.sealSecret(world.pool, { id, kind: 'gateway-object', owner: 'test', value });
      return id;
    };
    const hidden = (text: string) => world.vault.fingerprint(text).slice(0, 12);
    const kept = async (plugin: Object) => {
      const source = { gatewayId: 1, client, names: world.names, vault: world.vault };
      return (await mirrored(source, 'plugin', [plugin]))[0]?.body.config as Readonly<Record<string, unknown>>;
    };
    const given = {
      'http-log': {
        http_endpoint: { fingerprint: hidden('https://log.example/kept-nowhere') },
        headers: { authorization: { fingerprint: hidden(value('header')) } },
      },
      'rate-limiting': {
        minute: 5,
        policy: 'redis',
        redis: { host: 'redis.example', password: { fingerprint: hidden(value('redis')) } },
      },
      'request-transformer': { add: { headers: [`x-key:#${hidden(value('transformer'))}`] } },
    };
    const texts = {
      'http-log': ['https://log.example/kept-nowhere', value('header')],
      'rate-limiting': [value('redis')],
      'request-transformer': [value('transformer')],
    } as const;
    const sealed: string[] = [];
    const seal = async (each: readonly string[]) => {
      const secrets: Record<string, string> = {};
      for (const text of each) secrets[hidden(text)] = await secretId(text);
      sealed.push(...Object.values(secrets));
      return secrets;
    };
    const service = await make('service', { name: world.named('with-secrets'), host: 'secrets.example' });
    const at: Record<string, Object> = {};
    for (const [name, config] of Object.entries(given)) {
      const id = randomUUID();
      await world.completed(
        await ask(
          'plugin',
          id,
          null,
          { name, config, service: { id: service.id } },
          await seal(texts[name as keyof typeof texts]),
        ),
      );
      at[name] = (await read('plugin', id)) as Object;
    }
    expect(at).toMatchObject({
      'http-log': {
        config: { http_endpoint: 'https://log.example/kept-nowhere', headers: { authorization: value('header') } },
      },
      'rate-limiting': { config: { redis: { password: value('redis'), port: 6379 } } },
      'request-transformer': { config: { add: { headers: [`x-key:${value('transformer')}`] } } },
    });
    // The gateway has them now: the vault needs them no more.
    expect(sealed).toHaveLength(4);
    for (const id of sealed) expect(await world.vault.openSecret(world.pool, id)).toBeUndefined();

    // A form gives back what it was shown, with one header more and one value changed.
    const log = at['http-log'] as Object;
    const shown = await kept(log);
    const headers = { 'x-later': { fingerprint: hidden(value('later')) } };
    const edited = { ...shown, headers, timeout: 9_000 };
    const later = await seal([value('later')]);
    await world.completed(await ask('plugin', log.id, await seenOf('plugin', log), { config: edited }, later));
    expect(await read('plugin', log.id)).toMatchObject({
      config: {
        timeout: 9_000,
        http_endpoint: 'https://log.example/kept-nowhere',
        headers: { 'x-later': value('later') },
      },
    });
    // What was taken out of a map is gone.
    expect(JSON.stringify(await read('plugin', log.id))).not.toContain(value('header'));
    expect(await tablesWith(world.pool, 'kept-nowhere')).toEqual([]);
  });

  it('is an upstream with targets, and each is added, changed and taken out', async () => {
    const id = randomUUID();
    const settings = { slots: 100, healthchecks: { active: { headers: { a: ['b'] } } } };
    await world.completed(await ask('upstream', id, null, { name: world.named('shared.upstream'), ...settings }));
    const upstream = (await client.read(`/upstreams/${id}`)) as Object;
    expect(upstream).toMatchObject({
      slots: 100,
      algorithm: 'round-robin',
      healthchecks: { active: { headers: { a: ['b'] } } },
    });
    const turned = { healthchecks: { active: { headers: { c: ['d'] } } } };
    await world.completed(await ask('upstream', id, await seenOf('upstream', upstream), turned));
    const { healthchecks } = (await client.read(`/upstreams/${id}`)) as {
      healthchecks: { active: { headers: object } };
    };
    expect(healthchecks.active.headers).toEqual({ c: ['d'] });

    const target = randomUUID();
    const [at, upstreamId] = [`/upstreams/${id}/targets/${target}`, { upstreamId: id }];
    const wanted = { target: '192.0.2.7:8080', weight: 10, upstream: { id } };
    await world.completed(await ask('target', target, null, wanted, undefined, upstreamId));
    const made = (await client.read(at)) as Object;
    expect(made).toMatchObject({ target: '192.0.2.7:8080', weight: 10 });
    const seen = await seenOf('target', made);
    await world.completed(await ask('target', target, seen, { weight: 0 }, undefined, upstreamId));
    const lighter = (await client.read(at)) as Object;
    expect(lighter).toMatchObject({ target: '192.0.2.7:8080', weight: 0 });
    await world.completed(
      await ask('target', target, await seenOf('target', lighter), undefined, undefined, upstreamId),
    );
    expect(await client.read(at)).toBeUndefined();

    // A name may have another address than when it was asked for.
    const refused = { ...wanted, target: '169.254.169.254:80' };
    expect(await failureOf(await ask('target', randomUUID(), null, refused, undefined, upstreamId))).toMatchObject({
      data: { problems: [{ code: 'deployment.upstream-refused', field: 'target' }] },
    });
  });

  it('tells each field that the gateway refuses', async () => {
    const fields = { name: 'rate-limiting', config: { minute: -1, error_code: -4, policy: 'nowhere' } };
    const failed = await failureOf(await ask('plugin', randomUUID(), null, fields));
    const { problems } = failed.data as { problems: { field: string; code: string }[] };
    expect(problems.map(({ field }) => field).sort()).toEqual(['config.error_code', 'config.minute', 'config.policy']);
  });

  it('writes a new order of a list, and knows that an unchanged one is written', async () => {
    const config = { key_names: ['first', 'second'] };
    const plugin = await make('plugin', { name: 'key-auth', config });
    const turned = { config: { key_names: ['second', 'first'] } };
    await world.completed(await ask('plugin', plugin.id, await seenOf('plugin', plugin), turned));
    expect(await read('plugin', plugin.id)).toMatchObject(turned);
  });

  it.each(['changed', 'deleted'] as const)('is not touched when somebody else %s it meanwhile', async (what) => {
    const service = await make('service', { name: world.named(`busy-${what}`), host: 'before.example' });
    const seen = await seenOf('service', service);
    if (what === 'changed') await world.admin('PUT', `/services/${service.id}`, { ...service, host: 'theirs.example' });
    else await world.admin('DELETE', `/services/${service.id}`);
    const before = await read('service', service.id);
    expect(await failureOf(await ask('service', service.id, seen, { host: 'mine.example' }))).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'permanent', problems: [{ code: `gateway-object.${what === 'changed' ? 'changed' : 'gone'}` }] },
    });
    expect(await read('service', service.id)).toEqual(before);
    // Whoever was refused is shown at once what it is now, and may change that.
    const { rows } = await world.pool.query<{ host: string; hash: string }>(
      `select body->>'host' as host, hash from gateway_objects where gateway_id = 1 and id = $1 and not is_gone`,
      [service.id],
    );
    if (what === 'changed') {
      expect(rows[0]?.host).toBe('theirs.example');
      await world.completed(await ask('service', service.id, rows[0]?.hash ?? '', { host: 'mine.example' }));
    }
    expect(await outcomes(service.id)).toContain('GatewayObjectChangeFailed');
    // What is gone needs no deletion.
    if (what === 'deleted') await world.completed(await ask('service', service.id, seen));
  });

  it('says what the gateway refuses, and is free for the next change', async () => {
    const service = await make('service', { name: world.named('refusing'), host: 'before.example' });
    const seen = await seenOf('service', service);
    expect(await failureOf(await ask('service', service.id, seen, { retries: -1 }))).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'gateway.refused', parameters: { kongField: 'retries' } }] },
    });
    await world.completed(await ask('service', service.id, seen, { retries: 1 }));
  });
});
