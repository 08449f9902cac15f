import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** Derives a key for one purpose from the key-encryption key (HKDF-SHA256), so that no key serves two purposes. */
export const deriveKey = (key: Buffer, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt), Buffer.from(`portico/${purpose}`), 32));

/** Returns an id of a key-encryption key that does not reveal the key. It is stored beside what the key encrypted. */
export const keyIdOf = (key: Buffer): string => deriveKey(key, 'key-id').toString('hex').slice(0, 16);

/**
 * Encrypts with AES-256-GCM. Returns a random nonce, the ciphertext and the tag in one buffer.
 *
 * @param context must be the same to decrypt, so nobody can move the result to another place (requirement E2).
 */
export const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** @throws when the key or the context differs, or somebody changed the ciphertext. */
export const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
};
