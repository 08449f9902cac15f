import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { withoutSecrets } from '#gateway/mirror/without-secrets.ts';
import { type Certified, certify } from '#test/servers/certified.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { storeObjects } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
let gatewayId: number;
let shop: Certified;
let other: Certified;
let ended: Certified;
let early: Certified;
const ids = { shop: randomUUID(), other: randomUUID() };

const day = 86_400_000;

beforeAll(async () => {
  world = await startBffWorld();
  gatewayId = world.acme.gatewayId;
  [shop, other, ended, early] = await Promise.all([
    certify(['shop.example', '*.shop.example']),
    certify(['other.example']),
    certify(['shop.example'], -1),
    certify(['shop.example'], 90, 2),
  ]);
  const { names, vault } = world.services;
  const held = [
    { id: ids.shop, ...shop, snis: ['shop.example'] },
    { id: ids.other, ...other, snis: ['other.example'] },
  ].map((body) =>
    mirroredObject(names, 'certificate', withoutSecrets('certificate', body, undefined, vault.fingerprint)),
  );
  await storeObjects(
    world.pool,
    gatewayId,
    held.filter((each) => each !== undefined),
  );
});
afterAll(() => world.close());

const send = async (form: object) =>
  await world.ask(world.acme.members.gateway, 'POST', '/api/kong/certificate', { json: { gatewayId, ...form } });
const newest = async (id: string) =>
  (await world.services.store.read(`gateway-object-${gatewayId}-${id}`)).toReversed()[0];
const secrets = async () =>
  Number(
    (await world.pool.query(`select count(*) from secrets where kind = 'private-key' and destroyed_at is null`)).rows[0]
      ?.count,
  );

describe('a certificate', () => {
  it('is asked for without its private key, which is in the vault', async () => {
    const { status, body } = await send({ ...shop, snis: 'A.Shop.example, *.shop.example\nb.shop.example' });
    expect(status, JSON.stringify(body)).toBe(200);
    const { entityId } = body as { entityId: string };
    const event = await newest(entityId);
    expect(event).toMatchObject({
      type: 'GatewayObjectSaveRequested',
      data: {
        kind: 'certificate',
        name: 'shop.example',
        seen: null,
        fields: { cert: `${shop.cert.trim()}\n`, snis: ['*.shop.example', 'a.shop.example', 'b.shop.example'] },
      },
    });
    if (event?.type !== 'GatewayObjectSaveRequested') throw new Error('nothing was asked for');
    const { data } = event;
    const [[fingerprint, secretId] = ['', '']] = Object.entries(data.secrets ?? {});
    expect(data.fields.key).toEqual({ fingerprint });
    expect(JSON.parse((await world.services.vault.openSecret(world.pool, secretId)) ?? '')).toBe(
      `${shop.key.trim()}\n`,
    );
    for (const line of shop.key.split('\n').slice(1, -2)) expect(JSON.stringify(event)).not.toContain(line);
  });

  it('is replaced with its own key without sending it again, and with another key only together with it', async () => {
    const renewed = {
      id: ids.shop,
      cert: `\uFEFFBag Attributes\r\n${shop.cert.replaceAll('\n', '\r\n')}`,
      snis: 'shop.example',
    };
    expect(await send(renewed)).toMatchObject({ status: 200 });
    expect(await newest(ids.shop)).toMatchObject({ data: { fields: { snis: ['shop.example'] } } });
    expect(((await newest(ids.shop)) as { data: object }).data).not.toHaveProperty('secrets');
    expect(await send({ id: ids.other, cert: shop.cert, snis: '' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'key', code: 'gateway-object.key-of-new-certificate' }] },
    });
  });

  it('takes the keys that openssl writes', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
    const sec1 = ec.export({ type: 'sec1', format: 'pem' }).toString();
    const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
    // It is read, and belongs to no certificate here.
    expect((await send({ cert: shop.cert, key: parameters + sec1 })).body).toMatchObject({
      errors: [{ code: 'gateway-object.key-mismatch' }],
    });
    const pkcs1 = createPrivateKey(other.key).export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(await send({ cert: other.cert, key: pkcs1 })).toMatchObject({ status: 200 });
  });

  it.each<readonly [string, () => object, field: string, code: string]>([
    ['nothing', () => ({ cert: '', key: '' }), 'cert', 'gateway-object.certificate-required'],
    ['no key', () => ({ key: '' }), 'key', 'gateway-object.key-required'],
    ['no PEM', () => ({ cert: 'MIIB' }), 'cert', 'certificate.not-pem'],
    [
      'a cut one',
      () => ({ cert: shop.cert.replace(/\n[^\n]+\n-----END/, '\n-----END') }),
      'cert',
      'certificate.unreadable',
    ],
    [
      'the key among the certificates',
      () => ({ cert: shop.cert + shop.key }),
      'cert',
      'gateway-object.key-in-certificate',
    ],
    ['70 kB', () => ({ cert: 'x'.repeat(70_000) }), 'cert', 'gateway-object.certificate-too-large'],
    ['an expired one', () => ended, 'cert', 'gateway-object.certificate-ended'],
    ['one that is not valid yet', () => early, 'cert', 'gateway-object.certificate-early'],
    ['an expired authority', () => ({ cert: shop.cert + ended.cert }), 'cert', 'gateway-object.certificate-ended'],
    ['the authority first', () => ({ cert: other.cert + shop.cert }), 'cert', 'gateway-object.certificate-order'],
    ['another key', () => ({ key: other.key }), 'key', 'gateway-object.key-mismatch'],
    ['a certificate as a key', () => ({ key: shop.cert }), 'key', 'gateway-object.key-not-pem'],
    [
      'a cut key',
      () => ({ key: shop.key.replace(/\n[^\n]+\n-----END/, '\n-----END') }),
      'key',
      'gateway-object.key-unreadable',
    ],
    [
      'an encrypted key',
      () => ({
        key: createPrivateKey(shop.key).export({
          type: 'pkcs8',
          format: 'pem',
          cipher: 'aes-256-cbc',
          passphrase: 'x',
        }),
      }),
      'key',
      'gateway-object.key-encrypted',
    ],
    [
      'an old encrypted key',
      () => ({
        key: createPrivateKey(shop.key).export({
          type: 'pkcs1',
          format: 'pem',
          cipher: 'aes-256-cbc',
          passphrase: 'x',
        }),
      }),
      'key',
      'gateway-object.key-encrypted',
    ],
    ['a name in the middle', () => ({ snis: 'a.*.example' }), 'snis', 'gateway-object.sni-invalid'],
    [
      'a name of another certificate',
      () => ({ id: ids.other, cert: '', key: '', snis: 'shop.example' }),
      'snis',
      'gateway-object.sni-uncovered',
    ],
    ['a taken name', () => ({ snis: 'SHOP.example' }), 'snis', 'gateway-object.sni-taken'],
    ['a name of nobody', () => ({ snis: 'a.b.shop.example' }), 'snis', 'gateway-object.sni-uncovered'],
    ['a wildcard of nobody', () => ({ snis: '*.b.shop.example' }), 'snis', 'gateway-object.sni-uncovered'],
  ])('is refused at its field, and nothing is kept: %s', async (_name, form, field, code) => {
    const before = await secrets();
    expect(await send({ ...shop, snis: '', ...form() })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field, code })]) },
    });
    expect(await secrets()).toBe(before);
  });

  it('keeps no key of a change that is refused because another is under way', async () => {
    const before = await secrets();
    expect(await send({ id: ids.shop, ...shop, snis: 'shop.example' })).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.under-way' },
    });
    expect(await secrets()).toBe(before);
  });

  it('of 5 MB is one sentence', async () => {
    expect(await send({ ...shop, cert: shop.cert.repeat(4_000) })).toMatchObject({
      status: 413,
      body: { code: 'body.too-large' },
    });
  });

  it('names what stops working before it is deleted', async () => {
    const { body } = await world.ask(
      world.acme.members.gateway,
      'GET',
      `/api/kong/certificate/${ids.other}?gatewayId=${gatewayId}`,
    );
    expect(body).toMatchObject({ snis: ['other.example'], name: 'other.example' });
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
    const days = Math.round((Date.parse(String((body as { expiresAt: string }).expiresAt)) - Date.now()) / day);
    expect(days).toBe(90);
    const removed = await world.ask(
      world.acme.members.gateway,
      'DELETE',
      `/api/kong/certificate/${ids.other}?gatewayId=${gatewayId}`,
    );
    expect(removed).toMatchObject({ status: 200, body: { entityId: ids.other } });
  });
});
