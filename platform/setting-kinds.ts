import * as z from 'zod';
import { isMailAddress } from '#domain/core/mail-address.ts';
import { faultOfEventStoreUrl } from './event-store-url.ts';

/*
 * The kinds of settings. Each message follows the variable's name in a sentence, says what to write, and holds no value:
 * the value may be a secret.
 */

export const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  );

const listOf = (isEntry: (entry: string) => boolean, message: string) =>
  commaList.refine((entries) => entries.every(isEntry), message);

/** Addresses and networks: 192.0.2.1, 10.0.0.0/8, fd00::/8. */
export const networkList = listOf(
  (entry) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(entry).success,
  'must be addresses or networks (10.0.0.0/8) with commas between them',
);

const isHostName = (text: string): boolean =>
  text.length <= 253 && text.split('.').every((label) => /^(?!-)[a-z\d_-]{1,63}(?<!-)$/.test(label));

/** `host:port`, `[2001:db8::1]:port` or `*.zone:port`. */
const isAllowedTarget = (entry: string): boolean => {
  const at = entry.lastIndexOf(':');
  const [host, port] = [entry.slice(0, at), entry.slice(at + 1)];
  if (at < 0 || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return false;
  return host.startsWith('[')
    ? host.endsWith(']') && z.ipv6().safeParse(host.slice(1, -1)).success
    : isHostName(host.replace(/^\*\./, ''));
};

export const allowedTargets = listOf(
  isAllowedTarget,
  'must be host:port or *.zone:port, each with its port and without https://, with commas between them',
);

export const targetNames = listOf(
  isHostName,
  'must be names (internal.example), without https://, *. and port, with commas between them',
);

export const mailDomains = listOf(
  (entry) => isMailAddress(`somebody@${entry}`),
  'must be mail domains (acme.example) without @, with commas between them',
);

const isWholeNumber = /^\d{1,12}$/;

const numbers = (form: RegExp, least: number, most: number, message: string) =>
  z
    .string()
    .regex(form, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);

export const wholeNumber = (least: number, most: number) =>
  numbers(isWholeNumber, least, most, `must be a whole number from ${least} to ${most}`);

export const numberWithin = (least: number, most: number) =>
  numbers(/^\d{1,12}(?:\.\d{1,12})?$/, least, most, `must be a number from ${least} to ${most}`);

export const portNumber = wholeNumber(1, 65_535);

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' });

/** A bucket, with a folder in it or without. Its key is in settings of its own. */
export const bucketAddress = webAddress.refine((text) => {
  const url = URL.parse(text);
  const names = url?.pathname.split('/').filter((part) => part !== '') ?? [];
  return (
    !url ||
    (`${url.search}${url.hash}${url.username}${url.password}` === '' &&
      names.length > 0 &&
      names.every((name) => /^[\w.-]{1,100}$/.test(name)))
  );
}, 'must be an address with a bucket in its path (https://s3.eu-central-1.amazonaws.com/acme-checkpoints), without user, password, ? and #');

/** An address that gets secrets and personal data. */
export const secretAddress = webAddress.refine((text) => {
  const url = URL.parse(text);
  const isHere = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  return !url || (url.username === '' && url.hash === '' && (url.protocol === 'https:' || isHere));
}, 'must be an https:// address without user, password and #; http:// only on this machine');

export const bearerToken = z
  .string()
  .regex(/^[\x21-\x7e]{16,4096}$/, 'must be 16 to 4096 printable characters without spaces');

const decodedOf = (value: string): string | undefined => {
  try {
    const decoded = decodeURIComponent(value);
    return /^[\x20-\x7e]*$/.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
};

/** The base address of an OpenTelemetry collector, without a slash at its end. */
export const collectorAddress = webAddress
  .refine((text) => {
    const url = URL.parse(text);
    return !url || `${url.search}${url.hash}${url.username}${url.password}` === '';
  }, 'must be an address without user, password, ? and #')
  .transform((text) => (text.endsWith('/') ? text.slice(0, -1) : text));

const headerPair = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x21-\x7e]{0,4096})$/;

/** Headers as OpenTelemetry writes them: `name=value,name=value`, with the values percent-encoded. */
export const headerList = z.string().transform((text, context) => {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').map((part) => part.trim())) {
    const [, name, value = ''] = headerPair.exec(pair) ?? [];
    const decoded = name === undefined ? undefined : decodedOf(value);
    if (name === undefined || decoded === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value pairs with commas between them, percent-encoded',
      });
      return z.NEVER;
    }
    headers[name.toLowerCase()] = decoded;
  }
  return headers;
});

export const syslogAddress = z
  .url({ protocol: /^syslog\+(?:tcp|tls)$/, error: 'must be a syslog+tls:// or syslog+tcp:// address' })
  .refine((text) => {
    const url = URL.parse(text);
    return !url || (url.hostname !== '' && `${url.pathname}${url.search}${url.hash}${url.username}` === '');
  }, 'must be a host and a port only (syslog+tls://logs.acme.example:6514)');

/** An origin. The portal's cookies, links and redirect address have no room for a path. */
export const publicOrigin = webAddress
  .refine((text) => {
    const url = URL.parse(text);
    return !url || (url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === '');
  }, 'must be an address without a path (https://portal.example): the portal needs a host name or a port of its own')
  .transform((text) => new URL(text).origin);

/** OpenID Connect Discovery 1.0, section 3: no query, no fragment. */
export const issuer = webAddress
  .refine((text) => !/[?#]/.test(text), 'must be an address without ? and #')
  .refine(
    (text) => !text.includes('/.well-known/'),
    'must be the issuer, which is the address before /.well-known/openid-configuration',
  );

/**
 * Returns whether a key looks random. 32 random bytes have about 30 different values; a text, a pattern or a sample has
 * far fewer, or only letters.
 */
const looksRandom = (key: Buffer): boolean => {
  const step = (key[1] ?? 0) - (key[0] ?? 0);
  const printable = key.every((byte) => byte >= 32 && byte < 127);
  const sequence = key.every((byte, index) => index === 0 || byte - (key[index - 1] ?? 0) === step);
  return new Set(key).size >= 20 && !printable && !sequence;
};

export const portico32ByteKey = z
  .base64({ error: 'must be 32 random bytes in base64, made with: openssl rand -base64 32' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes long, made with: openssl rand -base64 32')
  .refine(
    (key) => key.length !== 32 || looksRandom(key),
    'is a sample or too weak, make one with: openssl rand -base64 32',
  );

/** Keys with a comma between them. */
export const sealKeys = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .pipe(z.array(portico32ByteKey));

export const eventStoreUrl = z.string().superRefine((url, context) => {
  const fault = faultOfEventStoreUrl(url);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
