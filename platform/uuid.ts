import { createHash, randomUUID } from 'node:crypto';

/**
 * The namespace of all ids that are derived from Portico's ids. It never changes, because gateways hold the results.
 */
export const porticoNamespace = '7c1a3d52-6f0e-5b8a-9d44-2f6b0f1f9c11';

const hexOf = (uuid: string): string => {
  const hex = uuid.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new TypeError(`${uuid} is not a UUID`);
  return hex;
};

/** Returns the name-based UUID of RFC 9562 (SHA-1): the same namespace and name always give the same id. */
export const uuidV5 = (namespace: string, name: string): string => {
  const digest = createHash('sha1')
    .update(Buffer.from(hexOf(namespace), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Returns an id that nobody can guess and that never repeats. */
export const randomId = (): string => randomUUID();
