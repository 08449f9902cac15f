import { randomBytes, randomUUID } from 'node:crypto';

/** Where generated values come from; the conformance suite replays recorded ones. */
export type Random = {
  /** A new entity's id. */
  id(): string;
  /** A generated secret of 32 letters and digits: a key, a client secret, a token. */
  token(): string;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Cryptographically random values. */
export const systemRandom: Random = {
  id: () => randomUUID(),
  token() {
    let token = '';
    // 248 is the largest multiple of 62 below 256: what lies above would favour the first letters.
    while (token.length < 32)
      for (const byte of randomBytes(48)) if (byte < 248 && token.length < 32) token += alphabet[byte % 62];
    return token;
  },
};
