import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** Characters of a file, and certificates of one resource. They stand in its events, and are read with each of them. */
export const certificateSizeLimit = 64 * 1024;
export const certificatesLimit = 10;
export const certificatesSizeLimit = 128 * 1024;
export const certificateNameLimit = 200;

/** Days before its end in which a certificate is warned of. */
export const expiryWarningDays = 30;

/** What one certificate says of itself. Times are ISO 8601. */
export const certificateContent = z.object({ subject: z.string(), issuer: z.string(), expiresAt: z.string() });
export type CertificateContent = z.output<typeof certificateContent>;

/** A file of certificates. `certificate` is its PEM text. */
export const certificateSchema = z.object({
  certificateId: idSchema,
  name: z.string(),
  certificate: z.string(),
  content: z.array(certificateContent),
});
export type Certificate = z.output<typeof certificateSchema>;

/** Returns when the first certificate of a file ends. */
export const expiryOf = (content: readonly CertificateContent[]): string =>
  content.map(({ expiresAt }) => expiresAt).sort()[0] ?? '';
