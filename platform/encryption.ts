import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** A key for one purpose, derived from the key-encryption key (HKDF-SHA256), so that no key serves two. */
export const deriveKey = (key: Buffer, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt), Buffer.from(`portico/${purpose}`), 32));

/** Names a key-encryption key without telling it: stored beside what it encrypted. */
export const keyIdOf = (key: Buffer): string => deriveKey(key, 'key-id').toString('hex').slice(0, 16);

/**
 * AES-256-GCM: a random nonce, the ciphertext and the tag in one.
 *
 * @param context bound to the result: it opens only with the same context, so it cannot be moved elsewhere (requirement E2).
 */
export const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** @throws when the key or the context is another, or the ciphertext was changed. */
export const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
};
