import { createHash, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { foreignId, type Row, text } from '../kernel/json.ts';
import { expiryField } from './store.ts';

/** Returns an IPv6 address with all its zeros, as Kong stores targets. */
function fullIpv6(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(':');
}

/** Adds Kong's default port (`host` becomes `host:8000`) and writes out IPv6 addresses. */
export function normalizeTarget(target: string): string {
  const [, host = target, port = '8000'] = /^(\[.+\]|[^:]+)(?::(\d+))?$/.exec(target) ?? [];
  const bare = host.replace(/^\[|\]$/g, '');
  return `${isIPv6(bare) ? `[${fullIpv6(bare)}]` : host}:${port}`;
}

/** Returns Kong's hash of an oauth2 client secret: PBKDF2 with SHA-512, 10,000 rounds, 32 bytes, in PHC form. */
function hashSecret(secret: string, salt: Buffer = randomBytes(16)): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '');
  const digest = pbkdf2Sync(secret, salt, 10_000, 32, 'sha512');
  return `$pbkdf2-sha512$i=10000,l=32$${base64(salt)}$${base64(digest)}`;
}

/** Returns whether `secret` is the stored client secret, which may be hashed. */
export function secretMatches(stored: string, secret: string): boolean {
  const salt = stored.startsWith('$pbkdf2-sha512$') ? stored.split('$')[3] : undefined;
  const given = salt === undefined ? secret : hashSecret(secret, Buffer.from(salt, 'base64'));
  const [a, b] = [Buffer.from(stored), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns a valid row as it is stored: with hashed secrets, targets written out, and an end instead of a `ttl`.
 * @param sent the request's fields: only a secret that was sent is hashed
 */
export function storedForm(kind: string, row: Row, sent: Row): Row {
  const stored: Row = { ...row };
  if (typeof sent.ttl === 'number') stored[expiryField] = sent.ttl > 0 ? Date.now() + sent.ttl * 1000 : null;
  delete stored.ttl;
  if (kind === 'targets') stored.target = normalizeTarget(text(row.target));
  if (kind === 'oauth2_credentials' && row.hash_secret === true && !text(row.client_secret).startsWith('$pbkdf2'))
    stored.client_secret = hashSecret(text(row.client_secret));
  if (kind === 'basicauth_credentials' && 'password' in sent)
    stored.password = createHash('sha1')
      .update(text(row.password) + foreignId(row.consumer))
      .digest('hex');
  return stored;
}
