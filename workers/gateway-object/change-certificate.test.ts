import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { createKongClient } from '#gateway/admin-api/client.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import { randomId } from '#platform/uuid.ts';
import { type Certified, certify, connectAs } from '#test/servers/certified.ts';
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

/** A host name of the test. */
const at = (name: string) => `${world.named(name)}.example`;

const read = async (id: string) => await client.read(`/certificates/${id}`);
const seenOf = async (id: string) => {
  const body = await read(id);
  const source = { gatewayId: 1, client, names: world.names, vault: world.vault };
  return body ? ((await mirrored(source, 'certificate', [body]))[0]?.hash ?? '') : null;
};

type Asked = Readonly<{ cert?: string; key?: string; snis: readonly string[] }>;

/** Asks as the BFF does: the key is in the vault, and the event names it by its fingerprint. */
const save = async (id: string, { key, ...fields }: Asked) => {
  const [operationId, secretId] = [randomId(), randomId()];
  world.gateway.made(id);
  const fingerprint = key === undefined ? '' : world.vault.fingerprint(key).slice(0, 12);
  const value = JSON.stringify(key);
  if (key !== undefined)
    await world.vault.sealSecret(world.pool, { id: secretId, kind: 'private-key', owner: 'test', value });
  const data = {
    operationId,
    gatewayId: 1,
    kind: 'certificate',
    objectId: id,
    name: 'shop',
    seen: await seenOf(id),
  } as const;
  await world.send(gatewayObjectDecider, objectStreamId(1, id), {
    type: 'SaveObject',
    data: {
      ...data,
      fields: { ...fields, ...(key === undefined ? {} : { key: { fingerprint } }) },
      ...(key === undefined ? {} : { secrets: { [fingerprint]: secretId } }),
      changes: [],
    },
  });
  return { operationId, secretId };
};
const remove = async (id: string) => {
  const operationId = randomId();
  const data = {
    operationId,
    gatewayId: 1,
    kind: 'certificate',
    objectId: id,
    name: 'shop',
    seen: (await seenOf(id)) ?? '',
  } as const;
  await world.send(gatewayObjectDecider, objectStreamId(1, id), { type: 'DeleteObject', data });
  return operationId;
};

describe('a certificate', () => {
  it('is replaced while callers connect all the time: none is refused, and the key is kept nowhere', async () => {
    const id = randomUUID();
    const snis = [at('shop'), at('*.shop')] as const;
    const pairs: readonly Certified[] = [await certify(snis, 5), await certify(snis, 90), await certify(snis, 180)];
    const [first, second, third] = pairs as readonly [Certified, Certified, Certified];
    const trusted = pairs.map(({ cert }) => cert);
    const made = await save(id, { ...first, snis: [...snis].sort() });
    await world.completed(made.operationId);
    const connect = (name: string) => connectAs(world.gateway.proxySslUrl, name, trusted);
    const seen = [new Set<string>(), new Set<string>()] as const;
    let isReplacing = true;
    const calling = [at('shop'), at('eu.shop')].map(async (name, index) => {
      while (isReplacing) seen[index]?.add(await connect(name));
    });
    const replaced = [await save(id, { ...second, snis: [...snis].sort() })];
    for (const { operationId } of replaced) await world.completed(operationId);
    await connect(at('shop'));
    // Twice within a second, as when the first file was the wrong one.
    replaced.push(await save(id, { ...third, snis: [...snis].sort() }));
    await world.completed(replaced[1]?.operationId ?? '');
    const after = await connect(at('shop'));
    isReplacing = false;
    await Promise.all(calling);
    expect(seen[0].size).toBeGreaterThanOrEqual(2);
    expect(after).toBe(await connect(at('eu.shop')));
    expect(await read(id)).toMatchObject({ cert: third.cert, snis: [at('*.shop'), at('shop')] });

    for (const { secretId } of [made, ...replaced])
      expect(await world.vault.openSecret(world.pool, secretId)).toBeUndefined();
    const events = await world.store.read(`gateway-object-${objectStreamId(1, id)}`);
    const { rows } = await world.pool.query(`select body::text as text from gateway_objects where id = $1`, [id]);
    const kept = JSON.stringify([events, rows]);
    for (const { key } of pairs)
      for (const line of key.split('\n').filter((each) => each.length > 40)) expect(kept).not.toContain(line);
  });

  it('keeps its key when only its host names change, and takes them along when it is deleted', async () => {
    const id = randomUUID();
    const pair = await certify([at('a.keep'), at('b.keep')]);
    await world.completed((await save(id, { ...pair, snis: [at('a.keep')] })).operationId);
    await world.completed((await save(id, { snis: [at('b.keep')] })).operationId);
    expect(await read(id)).toMatchObject({ ...pair, snis: [at('b.keep')] });
    await connectAs(world.gateway.proxySslUrl, at('b.keep'), [pair.cert]);
    await expect(connectAs(world.gateway.proxySslUrl, at('a.keep'), [pair.cert])).rejects.toThrow();
    await world.completed(await remove(id));
    expect(await read(id)).toBeUndefined();
    await expect(connectAs(world.gateway.proxySslUrl, at('b.keep'), [pair.cert])).rejects.toThrow();
  });

  it('that the gateway refuses is refused at its field, and its key is destroyed', async () => {
    const [pair, other] = [await certify([at('mine')]), await certify([at('theirs')])];
    await world.completed((await save(randomUUID(), { ...pair, snis: [at('mine')] })).operationId);
    const wrong: readonly (readonly [string, Asked])[] = [
      ['snis', { ...other, snis: [at('mine')] }],
      ['key', { cert: other.cert, key: pair.key, snis: [] }],
      ['cert', { cert: 'none', key: pair.key, snis: [] }],
    ];
    for (const [field, asked] of wrong) {
      const { operationId, secretId } = await save(randomUUID(), asked);
      expect((await world.ended(operationId)).data).toMatchObject({
        problems: [{ code: 'gateway.refused', field }],
      });
      expect(await world.vault.openSecret(world.pool, secretId)).toBeUndefined();
    }
  });
});
