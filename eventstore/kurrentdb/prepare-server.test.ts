import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '#sandbox/gateway/tls.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { adminCall, prepareServer } from './prepare-server.ts';

let server: KurrentDouble;
let caFile: string;
beforeAll(async () => {
  const tls = await selfSigned('localhost', {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  caFile = path.join(await mkdtemp(path.join(tmpdir(), 'portico-ca-')), 'ca.crt');
  await writeFile(caFile, tls.cert);
  server = await startKurrentDouble({ nodes: 3, password: 'of-admin', tls });
});
afterAll(() => server.close());

/** The address as Portico has it. */
const url = () =>
  `${server.url.replace('admin:of-admin@', 'portico:pass%2Fword@')}&tlsCAFile=${encodeURIComponent(caFile)}`;
const given = () => ({ url: url(), adminPassword: 'of-admin' });

const lastOf = (stream: string): unknown => {
  const found = server.log.stream(stream);
  const data = typeof found === 'string' ? undefined : found.at(-1)?.data;
  return data && JSON.parse(Buffer.from(data).toString('utf8'));
};

test('makes the user, lets it read everything and append, and leaves the rest to administrators', async () => {
  const calls: [string, object][] = [];
  const user = await prepareServer(given(), async (path, body) => calls.push([path, body]) && 201);
  expect(user).toBe('portico');
  expect(calls).toEqual([
    ['/users/', { loginName: 'portico', fullName: 'Portico', password: 'pass/word', groups: [] }],
  ]);
  expect(lastOf('$$$all')).toEqual({ $acl: { $r: ['$admins', 'portico'] } });
  const kept = { $d: '$admins', $mr: '$admins', $mw: '$admins' };
  expect(lastOf('$settings')).toEqual({
    $userStreamAcl: { $r: ['$admins', 'portico'], $w: ['$admins', 'portico'], ...kept },
    $systemStreamAcl: { $r: '$admins', $w: '$admins', ...kept },
  });
});

test('may be repeated: gives a user who is there the password', async () => {
  const calls: [string, object][] = [];
  await prepareServer(given(), async (path, body) => (calls.push([path, body]) === 1 ? 409 : 200));
  expect(calls.at(-1)).toEqual(['/users/portico/command/reset-password', { newPassword: 'pass/word' }]);
});

test('says that the server refuses, and that the address has no user', async () => {
  await expect(prepareServer(given(), async () => 401)).rejects.toThrow('refuses to make user portico: HTTP 401');
  const nobody = { ...given(), url: server.url.replace('admin:of-admin@', '') };
  await expect(prepareServer(nobody, async () => 201)).rejects.toThrow('EVENTSTORE_URL names no user with a password');
});

test('calls as administrator', async () => {
  const seen: unknown[] = [];
  const http = createServer(async (request, response) => {
    seen.push([request.method, request.url, request.headers.authorization, await json(request)]);
    response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const call = await adminCall({ url: `esdb://portico:word@127.0.0.1:${port}?tls=false`, adminPassword: 'of-admin' });
  expect(await call('/users/', { loginName: 'portico' })).toBe(201);
  const authorization = `Basic ${Buffer.from('admin:of-admin').toString('base64')}`;
  expect(seen).toEqual([['POST', '/users/', authorization, { loginName: 'portico' }]]);
  http.closeAllConnections();
  http.close();
});
