import * as z from 'zod/mini';
import { atMost } from '../core/required-text.ts';
import { place } from './forms.ts';

/** Characters of a certificate with those of its authorities, and of a private key. */
export const certificateLimit = 64 * 1024;
export const privateKeyLimit = 16 * 1024;

/** The most host names of one certificate. The gateway writes each of them by itself. */
const mostSnis = 100;

/** Returns whether a text is a label of a host name. Kong takes `_`, too. */
const isLabel = (text: string): boolean =>
  /^[a-z0-9_-]{1,63}$/.test(text) && !text.startsWith('-') && !text.endsWith('-');

/** Returns a host name in ASCII; undefined for what is none. An address is none: browsers send no SNI for it. */
const asciiOf = (host: string): string | undefined => {
  if (host.length > 253 || /[\s/@:?#\\%[\]]/.test(host) || !URL.canParse(`https://${host}`)) return undefined;
  const ascii = new URL(`https://${host}`).hostname;
  return ascii.split('.').every(isLabel) && !/^[\d.]+$/.test(ascii) ? ascii : undefined;
};

/**
 * Returns a host name as TLS and the gateway compare it: in lower case and ASCII, without a closing dot. It may have `*` as its first
 * label, with two more labels after it, or as its last; `*` alone stands for all other names.
 *
 * @returns undefined for what no call would ever match, or what the gateway would refuse.
 */
export const sniOf = (typed: string): string | undefined => {
  const name = typed.toLowerCase().replace(/\.$/, '');
  if (name === '*') return name;
  if (name.startsWith('*.')) {
    const rest = asciiOf(name.slice(2));
    return rest?.includes('.') ? `*.${rest}` : undefined;
  }
  if (!name.endsWith('.*')) return asciiOf(name);
  const rest = asciiOf(name.slice(0, -2));
  return rest && `${rest}.*`;
};

const typedSnis = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((name) => name !== '');

/** Returns the host names of a form, each once and sorted as the gateway does. */
export const snisOf = (text: string): readonly string[] =>
  [...new Set(typedSnis(text).flatMap((name) => sniOf(name) ?? []))].sort();

const pem = (longest: number, tooLong: string) => z._default(z.string().check(z.trim(), atMost(longest, tooLong)), '');

type Certified = Readonly<{ id?: string | undefined; cert: string; key: string; snis: string }>;

const checkCertificate = ({ id, cert, key, snis }: Certified, context: z.core.$RefinementCtx): void => {
  const refuse = (path: string, code: string, parameters?: Readonly<Record<string, string | number>>) =>
    context.addIssue({ code: 'custom', path: [path], message: code, input: undefined, params: parameters });
  if (id === undefined && cert === '') refuse('cert', 'gateway-object.certificate-required');
  if (id === undefined && key === '') refuse('key', 'gateway-object.key-required');
  const names = typedSnis(snis);
  if (names.length > mostSnis) refuse('snis', 'gateway-object.snis-too-many', { maximum: mostSnis });
  else if (names.some((name) => sniOf(name) === undefined)) refuse('snis', 'gateway-object.sni-invalid');
};

/**
 * `POST /api/kong/certificate`: adds a certificate, or with `id` replaces one in its place.
 *
 * @property cert the certificate and then those of its authorities (PEM). Empty: it stays.
 * @property key  its private key (PEM). Empty: the one that the gateway has. It is never answered.
 * @property snis host names for which the gateway answers with it, with spaces or commas between.
 */
export const certificateForm = z
  .object({
    ...place,
    cert: pem(certificateLimit, 'gateway-object.certificate-too-large'),
    key: pem(privateKeyLimit, 'gateway-object.key-too-large'),
    snis: z._default(z.string().check(atMost(20_000)), ''),
  })
  .check(z.superRefine(checkCertificate));
export type CertificateForm = z.output<typeof certificateForm>;
