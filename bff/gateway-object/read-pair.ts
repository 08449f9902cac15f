import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { invalidField } from '../input/invalid.ts';
import { pemBlocks } from '../input/pem-blocks.ts';

/**
 * A certificate with those of its authorities, and its private key, as the gateway keeps them (PEM).
 *
 * @property cert, key undefined: it stays as the gateway has it.
 * @property leaf the certificate that callers will see; undefined when the portal can't read the one that stays.
 */
export type Pair = Readonly<{
  cert: string | undefined;
  key: string | undefined;
  leaf: X509Certificate | undefined;
}>;

const isoDate = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the certificates of a file, the server's own first. @throws RefusedError at `cert`. */
const readChain = (text: string, now: Date): Readonly<{ cert: string; chain: readonly X509Certificate[] }> => {
  if (text.includes('PRIVATE KEY-----')) throw invalidField('cert', 'gateway-object.key-in-certificate');
  const blocks = pemBlocks(text);
  const pems = blocks.map(({ pem }) => pem);
  if (blocks.length === 0 || blocks.some(({ kind }) => kind !== 'CERTIFICATE'))
    throw invalidField('cert', 'certificate.not-pem');
  let chain: X509Certificate[];
  try {
    chain = pems.map((pem) => new X509Certificate(pem));
  } catch {
    throw invalidField('cert', 'certificate.unreadable');
  }
  const ended = chain.find(({ validToDate }) => validToDate <= now);
  if (ended)
    throw invalidField('cert', 'gateway-object.certificate-ended', {
      name: lineOf(ended),
      date: isoDate(ended.validToDate),
    });
  const early = chain.find(({ validFromDate }) => validFromDate > now);
  if (early)
    throw invalidField('cert', 'gateway-object.certificate-early', {
      name: lineOf(early),
      date: isoDate(early.validFromDate),
    });
  return { cert: `${pems.join('\n')}\n`, chain };
};

const lineOf = ({ subject }: X509Certificate): string => subject.trim().replaceAll('\n', ', ').slice(0, 200);

/** What `openssl ecparam` puts before its key, and what is in a file of both. */
const besideKeys = new Set(['EC PARAMETERS', 'CERTIFICATE']);

/** A header of older files. */
const isEncryption = (line: string): boolean => line.startsWith('Proc-Type:') && line.includes('ENCRYPTED');

/** @throws RefusedError at `key`. */
const readKey = (text: string): Readonly<{ pem: string; key: KeyObject }> => {
  const blocks = pemBlocks(text).filter(({ kind }) => !besideKeys.has(kind));
  const [block, another] = blocks;
  if (!block?.kind.endsWith('PRIVATE KEY') || another) throw invalidField('key', 'gateway-object.key-not-pem');
  if (block.kind.startsWith('ENCRYPTED') || block.pem.split('\n').some(isEncryption))
    throw invalidField('key', 'gateway-object.key-encrypted');
  try {
    return { pem: `${block.pem}\n`, key: createPrivateKey(block.pem) };
  } catch {
    throw invalidField('key', 'gateway-object.key-unreadable');
  }
};

const spkiOf = ({ publicKey }: X509Certificate): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** Returns the certificate that the gateway has, as far as the portal can read it: it may be a reference to a vault. */
export const leafOf = (cert: unknown): X509Certificate | undefined => {
  try {
    return new X509Certificate(String(cert));
  } catch {
    return undefined;
  }
};

/**
 * Reads the files of a form.
 *
 * @param before the certificate that the gateway has, for what stays.
 * @throws RefusedError at `cert` or `key`: unreadable, ended, not valid yet, in the wrong order, encrypted, no pair.
 */
export const readPair = (
  form: Readonly<{ cert: string; key: string }>,
  before: X509Certificate | undefined,
  now: Date,
): Pair => {
  const read = form.cert === '' ? undefined : readChain(form.cert, now);
  const leaf = read?.chain[0] ?? before;
  const given = form.key === '' ? undefined : readKey(form.key);
  const pair = { cert: read?.cert, key: given?.pem, leaf };
  if (!given) {
    // A certificate that was renewed with its old key needs no key.
    if (read && !(leaf && before && spkiOf(leaf) === spkiOf(before)))
      throw invalidField('key', 'gateway-object.key-of-new-certificate');
    return pair;
  }
  if (leaf?.checkPrivateKey(given.key)) return pair;
  if (read?.chain.some((each) => each.checkPrivateKey(given.key)))
    throw invalidField('cert', 'gateway-object.certificate-order');
  // One that nobody here can read is judged by the gateway.
  if (leaf) throw invalidField('key', 'gateway-object.key-mismatch');
  return pair;
};

/** Returns whether callers accept a certificate for a host name. Nobody asks for a name that stands for all. */
export const isFor = (leaf: X509Certificate, sni: string): boolean => {
  if (sni === '*' || sni.endsWith('.*')) return true;
  if (!sni.startsWith('*.')) return leaf.checkHost(sni) !== undefined;
  const names = (leaf.subjectAltName ?? leaf.subject).toLowerCase().split(/[\s,]+/);
  return names.some((name) => name === `dns:${sni}` || name === `cn=${sni}`);
};
