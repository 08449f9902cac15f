import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import type { Store } from './entity/store.ts';
import { foreignId, type Row, text } from './kernel/json.ts';
import { writeWhole } from './write-whole.ts';

type Pair = { key: string; cert: string };
type CertificateOptions = Parameters<typeof generate>[1];

/** Makes a certificate that no authority has signed. */
export async function selfSigned(commonName: string, options: CertificateOptions = {}): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: commonName }], { keySize: 2048, ...options });
  return { key: made.private, cert: made.cert };
}

/** Returns the proxy's own certificate. It is self-signed, made at the first start, and kept beside the state. */
export async function ownCertificate(folder: string): Promise<Pair> {
  const file = join(folder, 'proxy-certificate.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Pair;
  const pair = await selfSigned('localhost', {
    notAfterDate: new Date(Date.now() + 10 * 365 * 86_400_000),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  writeWhole(file, JSON.stringify(pair));
  return pair;
}

/** Returns the names under which a server name is looked up, in Kong's order. A wildcard stands for no name of two labels. */
function lookedUp(serverName: string): string[] {
  const labels = serverName.split('.');
  const [prefix, suffix] = [['*', ...labels.slice(1)].join('.'), [...labels.slice(0, -1), '*'].join('.')];
  return [serverName, ...(labels.length > 2 ? [prefix] : []), ...(labels.length > 1 ? [suffix] : []), '*'];
}

/**
 * Returns a function that chooses the certificate of a TLS handshake by server name: first among the gateway's objects,
 * wildcards too.
 */
export function certificateOf(store: Store, own: SecureContext): (serverName: string) => SecureContext {
  // By the row itself: what is replaced twice in a second has the same time.
  const contexts = new WeakMap<Row, SecureContext>();
  return (serverName) => {
    for (const name of lookedUp(serverName)) {
      const id = foreignId(store.find('snis', ['name'], { name })?.certificate);
      const row = id === undefined ? undefined : store.get('certificates', id);
      if (!row) continue;
      const context = contexts.get(row) ?? createSecureContext({ key: text(row.key), cert: text(row.cert) });
      contexts.set(row, context);
      return context;
    }
    return own;
  };
}
