import { X509Certificate } from 'node:crypto';
import type { CertificateContent } from '#domain/resource/certificate.ts';
import { invalidField } from '../input/invalid.ts';
import { pemBlocks } from '../input/pem-blocks.ts';

const contentOf = (pem: string): CertificateContent => {
  const { subject, issuer, validToDate } = new X509Certificate(pem);
  const line = (text: string | undefined) => (text ?? '').trim().replaceAll('\n', ', ');
  return { subject: line(subject), issuer: line(issuer), expiresAt: validToDate.toISOString() };
};

/**
 * Reads a file of one or several certificates. What stands between them, such as a description, is left out.
 *
 * @throws RefusedError `certificate.private-key`, `certificate.not-pem`, `certificate.unreadable`.
 */
export const readCertificates = (text: string): { certificate: string; content: CertificateContent[] } => {
  // A key that arrives here is known to others already, so it must be replaced. It is neither kept nor repeated.
  if (text.includes('PRIVATE KEY-----')) throw invalidField('certificate', 'certificate.private-key');
  const found = pemBlocks(text);
  const pems = found.map(({ pem }) => pem);
  if (found.length === 0 || found.some(({ kind }) => kind !== 'CERTIFICATE'))
    throw invalidField('certificate', 'certificate.not-pem');
  try {
    return { certificate: `${pems.join('\n')}\n`, content: pems.map(contentOf) };
  } catch {
    throw invalidField('certificate', 'certificate.unreadable');
  }
};
