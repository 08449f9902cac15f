import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, connect } from 'node:tls';
import { selfSigned } from '#sandbox/gateway/tls.ts';

export type Certified = Readonly<{ cert: string; key: string }>;

const day = 86_400_000;

/**
 * Returns a certificate that is its own authority, and its key (PEM).
 *
 * @param names host names; the first one names it.
 * @param days  until it ends. Default: 90. Negative: it has ended.
 * @param early days until it is valid. Default: it is.
 */
export const certify = async (names: readonly [string, ...string[]], days = 90, early = -400): Promise<Certified> =>
  await selfSigned(names[0], {
    notBeforeDate: new Date(Date.now() + early * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
  });

/**
 * Connects by TLS as a caller that verifies. Trust by a list of authorities does not do: OpenSSL finds them by their names, and these
 * have the same.
 *
 * @param trusted certificates that the server may show.
 * @returns when the one that it showed ends.
 * @throws when the caller would not accept it.
 */
export const connectAs = async (url: string, servername: string, trusted: readonly string[]): Promise<string> => {
  const { hostname: host, port } = new URL(url);
  const accepted = trusted.map((pem) => new X509Certificate(pem).fingerprint256);
  return await new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), servername, rejectUnauthorized: false }, () => {
      const shown = socket.getPeerCertificate();
      const wrong = checkServerIdentity(servername, shown);
      socket.end();
      if (wrong) reject(wrong);
      else if (!accepted.includes(shown.fingerprint256))
        reject(new Error(`${servername}: another certificate is shown`));
      else if (Date.parse(shown.valid_to) < Date.now()) reject(new Error(`${servername}: the certificate has ended`));
      else resolve(shown.valid_to);
    });
    socket.once('error', reject);
  });
};
