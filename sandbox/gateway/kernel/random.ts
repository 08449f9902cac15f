import { randomBytes, randomUUID } from 'node:crypto';

/** Source of generated values. The conformance suite replaces it by recorded values. */
export type Random = {
  /** Returns the id of a new entity. */
  id(): string;
  /** Returns a secret of 32 letters and digits: a key, a client secret or a token. */
  token(): string;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Cryptographically random values. */
export const systemRandom: Random = {
  id: () => randomUUID(),
  token() {
    let token = '';
    // 248 is the largest multiple of 62 below 256. Larger bytes would make the first letters more likely.
    while (token.length < 32)
      for (const byte of randomBytes(48)) if (byte < 248 && token.length < 32) token += alphabet[byte % 62];
    return token;
  },
};
