import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Agent, request } from 'undici';
import { readEventStoreUrl } from '#platform/event-store-url.ts';

/** Sends one call to the server's HTTP interface as its administrator. Returns the status. */
export type AdminCall = (path: string, body: object) => Promise<number>;

type Prepared = Readonly<{ url: string; adminPassword: string }>;

const parse = ({ url, adminPassword }: Prepared) => {
  const address = readEventStoreUrl(url);
  const [host = ''] = address?.hosts ?? [];
  const { username, password } = new URL(address?.only(host) ?? url);
  if (!address || username === '' || password === '') throw new Error('EVENTSTORE_URL names no user with a password');
  const option = (name: string) => address.options.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
  const file = option('tlsCAFile');
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    adminUrl: `esdb://admin:${encodeURIComponent(adminPassword)}@${address.hosts.join(',')}?${address.options.join('&')}`,
    origin: `${option('tls') === 'false' ? 'http' : 'https'}://${host}`,
    authority: file === undefined ? undefined : decodeURIComponent(file),
  };
};

/** Returns what calls the first host of an address. */
export const adminCall = async (given: Prepared): Promise<AdminCall> => {
  const { origin, authority } = parse(given);
  const dispatcher = new Agent({ connect: authority === undefined ? {} : { ca: await readFile(authority) } });
  const authorization = `Basic ${Buffer.from(`admin:${given.adminPassword}`).toString('base64')}`;
  return async (path, body) => {
    const { statusCode, body: answer } = await request(origin + path, {
      dispatcher,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.dump();
    return statusCode;
  };
};

const admins = '$admins';

/**
 * Makes the user of an address, or gives it the address's password, and takes from everybody all rights that Portico does not
 * need: the user reads `$all`, and reads and appends streams. Only administrators delete streams or write metadata. It may be
 * repeated. It is for a server that Portico has for itself: the rights are those of all streams.
 *
 * @throws Error when the server refuses.
 */
export const prepareServer = async (given: Prepared, call: AdminCall): Promise<string> => {
  const { user, password, adminUrl } = parse(given);
  const require = (status: number) => {
    if (status >= 300) throw new Error(`the server refuses to make user ${user}: HTTP ${status}`);
  };
  const made = await call('/users/', { loginName: user, fullName: 'Portico', password, groups: [] });
  if (made === 409) require(await call(`/users/${user}/command/reset-password`, { newPassword: password }));
  else require(made);
  const client = EventStoreDBClient.connectionString(adminUrl);
  try {
    const readers = [admins, user];
    await client.setStreamMetadata('$all', { acl: { readRoles: readers } }, { expectedRevision: ANY });
    const nobody = { $d: admins, $mr: admins, $mw: admins };
    const data = {
      $userStreamAcl: { $r: readers, $w: readers, ...nobody },
      $systemStreamAcl: { $r: admins, $w: admins, ...nobody },
    };
    const event = jsonEvent({ id: randomUUID(), type: 'update-default-acl', data });
    await client.appendToStream('$settings', event, { expectedRevision: ANY });
  } finally {
    await client.dispose();
  }
  return user;
};
