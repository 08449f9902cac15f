import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Row, text } from '../kernel/json.ts';
import { addEntityViolation } from '../schema/entity-checks.ts';
import type { Violations } from '../schema/schema.ts';

/** The end of OpenSSL's message for text that is not PEM, as Kong shows it. */
const notEnough = 'error:680008E:asn1 encoding routines:asn1_d2i_read_bio:not enough data:crypto/asn1/a_d2i_fp.c:155:';

/** Checks that certificate and key are PEM and are a pair. */
export function certificateViolations(row: Row, found: Violations): void {
  const read = <T>(field: string, parse: (pem: string) => T, message: string): T | undefined => {
    if (found[field] || !text(row[field])) return undefined;
    try {
      return parse(text(row[field]));
    } catch {
      found[field] = message;
      return undefined;
    }
  };
  const cert = read('cert', (pem) => new X509Certificate(pem), `invalid certificate: x509.new: ${notEnough}`);
  const key = read('key', createPrivateKey, `invalid key: pkey.new:load_key: ${notEnough}`);
  if (cert && key && !cert.checkPrivateKey(key)) addEntityViolation(found, 'certificate does not match key');
}
