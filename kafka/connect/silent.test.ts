import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { anywhere, failureOf } from '../contract/on-broker.ts';
import { openKafka } from '../kafka.ts';

it('a server that takes a connection and says nothing is not waited for long', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const servers = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const login = { mechanism: 'PLAIN', user: 'somebody', password: 'secret' } as const;
  const opened = openKafka({ servers, protocol: 'SASL_PLAINTEXT', login, authorities: [] }, anywhere);
  expect(await failureOf(opened)).toEqual({ code: 'kafka.no-answer', parameters: { host: servers } });
  server.close();
});

it.each([
  ['', 'address'],
  ['broker.example:0', 'address'],
  ['broker.example:99999', 'address'],
  ['broker.example:9092x', 'address'],
])('%s is no address', async (servers, reason) => {
  const opened = openKafka({ servers, protocol: 'PLAINTEXT', authorities: [] }, anywhere);
  expect(await failureOf(opened)).toMatchObject({ code: 'kafka.unreachable', parameters: { reason } });
});
