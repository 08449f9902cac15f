import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkKong } from '../../gateway/admin-api/check-kong.ts';
import { createKongClient } from '../../gateway/admin-api/client.ts';
import { createGatewayNames } from '../../gateway/names/gateway-names.ts';
import { startAnsweringServer } from '../../test/servers/answering-server.ts';
import { startEchoUpstream } from '../gateway/echo-upstream.ts';
import { type Gateway, startGateway } from '../gateway/start-gateway.ts';
import { freePort } from '../postgres/cluster.ts';
import { checkWayBack } from './check-way-back.ts';
import { removeOwn } from './remove-own.ts';
import { takenPlaces } from './taken-places.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-kong-'));
const token = 'a-token-of-the-admin-api';
let kong: Gateway;
let echo: Awaited<ReturnType<typeof startEchoUpstream>>;

beforeAll(async () => {
  kong = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken: token });
  echo = await startEchoUpstream({ port: 0 });
});
afterAll(async () => {
  await kong.close();
  await echo.close();
  rmSync(folder, { recursive: true, force: true });
});

const asked = () => ({
  adminUrl: kong.adminUrl,
  proxyUrl: kong.proxyUrl,
  proxySslUrl: undefined,
  token: token as string | undefined,
  proxyOption: '--kong-proxy',
});

/** Starts a server that responds like a Kong with this configuration. */
const saying = (configuration: object, plugins: readonly string[]) =>
  startAnsweringServer((_, response) =>
    response.end(
      JSON.stringify({
        version: '3.9.1',
        configuration,
        plugins: { available_on_server: Object.fromEntries(plugins.map((name) => [name, {}])) },
      }),
    ),
  );
const usual = ['acl', 'http-log', 'key-auth', 'oauth2', 'rate-limiting', 'request-transformer'];

describe('checking a Kong', () => {
  it('returns its version and where its proxy is', async () => {
    expect(await checkKong(asked())).toMatchObject({ version: '3.9.1', apiUrl: kong.proxyUrl });
  });

  it('asks for a token if the Kong needs one', async () => {
    await expect(checkKong({ ...asked(), token: undefined })).rejects.toThrow(/KONG_ADMIN_TOKEN/);
  });

  it('says that there is no Admin API', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await expect(checkKong({ ...asked(), adminUrl: nobody })).rejects.toThrow(/No Admin API answers at .*ECONNREFUSED/);
    await expect(checkKong({ ...asked(), proxyUrl: nobody })).rejects.toThrow(/proxy does not respond.*--kong-proxy/);
  });

  it('says that the server is something else', async () => {
    await expect(checkKong({ ...asked(), adminUrl: echo.url })).rejects.toThrow(/is not the Admin API of a Kong/);
  });

  it.each([
    [/has no database/, { database: 'off' }, usual],
    [/lacks these plugins: acl, oauth2/, { database: 'postgres' }, usual.filter((name) => !/acl|oauth2/.test(name))],
  ])('refuses a Kong that the demo cannot run on: %s', async (sentence, configuration, plugins) => {
    const server = await saying(configuration, plugins);
    await expect(checkKong({ ...asked(), adminUrl: server.url })).rejects.toThrow(sentence);
    await server.close();
  });

  it("names the port in the Kong's own configuration if the proxy does not respond", async () => {
    const server = await saying({ database: 'postgres', proxy_listeners: [{ port: 18_000, ssl: false }] }, usual);
    const proxyUrl = `http://127.0.0.1:${await freePort()}`;
    await expect(checkKong({ ...asked(), adminUrl: server.url, proxyUrl })).rejects.toThrow(/listens on port 18000/);
    await server.close();
  });
});

describe('the way back from a Kong to this machine', () => {
  const way = () => ({ adminUrl: kong.adminUrl, token, apiUrl: kong.proxyUrl, frequency: 0 });
  const client = () => createKongClient({ adminUrl: kong.adminUrl, token });

  it('is tested by a call, and leaves nothing on the Kong', async () => {
    expect(await checkWayBack({ ...way(), target: echo.url })).toBe(true);
    expect(await client().list('service', ['portico-check'])).toEqual([]);
    expect(await client().list('route', ['portico-check'])).toEqual([]);
  });

  it('is refused with a message if nothing listens there', async () => {
    const target = `http://127.0.0.1:${await freePort()}`;
    await expect(checkWayBack({ ...way(), target })).rejects.toThrow(/can't reach this machine.*\n.*--host/);
    expect(await client().list('service', ['portico-check'])).toEqual([]);
  });
});

describe('the places of the demo on a Kong', () => {
  const place = (path: string) => ({
    api: `API ${path}`,
    service: `${path}-dev`,
    route: `${path}-dev`,
    path: `/${path}-dev`,
  });
  const taken = (...paths: string[]) =>
    takenPlaces({ ...asked(), apiUrl: kong.proxyUrl, apiSslUrl: kong.proxySslUrl }, paths.map(place));

  it('are free, or taken by a name or a route, and each sentence says by what and of whom', async () => {
    const client = createKongClient({ adminUrl: kong.adminUrl, token });
    const [serviceId, routeId] = [randomUUID(), randomUUID()];
    const service = { kind: 'service', id: serviceId, label: 'service' } as const;
    const route = { kind: 'route', id: routeId, label: 'route' } as const;
    await client.put(service, { name: 'fleet-dev', url: echo.url, tags: ['portico', 'portico-0a1b2c3d'] });
    await client.put(route, { name: 'all', paths: ['/fares-dev'], hosts: ['127.0.0.1'], service: { id: serviceId } });
    expect(await taken('fleet', 'fares', 'free')).toEqual([
      'API fleet: the service fleet-dev is there already, of another Portico.',
      'API fares: the route all (/fares-dev) of somebody else gets the calls to /fares-dev.',
    ]);
    for (const each of [route, service]) await client.remove(each);
    expect(await taken('fleet', 'fares', 'free')).toEqual([]);
    await client.close();
  });
});

describe("removing an installation's objects", () => {
  it('removes its own objects, also those of a consumer, and leaves all others', async () => {
    const client = createKongClient({ adminUrl: kong.adminUrl, token });
    const put = async (whose: readonly string[], name: string) => {
      const tags = [...whose, 'of-this-test'];
      const service = { kind: 'service', id: randomUUID(), label: 'service' } as const;
      const consumer = { kind: 'consumer', id: randomUUID(), label: 'consumer' } as const;
      await client.put(service, { name, url: echo.url, tags });
      await client.put(
        { kind: 'route', id: randomUUID(), label: 'route' },
        { name, paths: [`/${name}`], service: { id: service.id }, tags },
      );
      await client.put(
        { kind: 'plugin', id: randomUUID(), label: 'plugin' },
        { name: 'key-auth', service: { id: service.id }, tags },
      );
      await client.put(consumer, { username: name, tags });
      await client.put(
        { kind: 'key-auth', id: randomUUID(), consumerId: consumer.id, label: 'key-auth' },
        { key: `key-of-${name}`, tags },
      );
    };
    const installationId = randomUUID();
    const tagsOf = (id: string) =>
      createGatewayNames({ installationId: id, takenOver: { deployment: 0, consumer: 0 } }).tags(1);
    await put(tagsOf(installationId), 'own');
    await put(tagsOf(randomUUID()), 'other');
    await put([], 'foreign');

    expect(await removeOwn({ adminUrl: kong.adminUrl, token, installationId, frequency: 0 })).toBe(4);
    for (const kind of ['route', 'service', 'plugin', 'consumer', 'key-auth'] as const)
      expect(await client.list(kind, ['of-this-test'])).toHaveLength(2);
    await client.close();
  });
});
