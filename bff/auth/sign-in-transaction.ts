import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { decrypt, deriveKey, encrypt } from '#platform/encryption.ts';

/** Seconds from the start of a sign-in to the provider's callback (requirement A1). */
export const transactionLifetime = 600;

const transactionSchema = z.object({
  id: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  popup: z.boolean(),
  silent: z.boolean(),
  /** Whether the provider has to ask again who it is. Transactions of the last release do not say it. */
  fresh: z.boolean().default(false),
  /** The session to replace. The callback gets no strict cookie, so it is remembered here. */
  previousSession: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

/** The browser keeps this encrypted while its user is at the identity provider. */
export type SignInTransaction = z.output<typeof transactionSchema>;

const context = 'sign-in-transaction';
const keyOf = (porticoKey: Buffer) => deriveKey(porticoKey, context);

export const newTransaction = (parts: Omit<SignInTransaction, 'id' | 'expiresAt'>, now: Date): SignInTransaction => ({
  ...parts,
  id: randomBytes(16).toString('base64url'),
  expiresAt: now.getTime() + transactionLifetime * 1000,
});

export const sealTransaction = (porticoKey: Buffer, transaction: SignInTransaction): string =>
  encrypt(keyOf(porticoKey), Buffer.from(JSON.stringify(transaction)), context).toString('base64url');

/** Decrypts a transaction. Returns undefined when it is not Portico's, was changed, or is too old. */
export const openTransaction = (
  porticoKey: Buffer,
  sealed: string | undefined,
  now: Date,
): SignInTransaction | undefined => {
  if (!sealed) return undefined;
  try {
    const text = decrypt(keyOf(porticoKey), Buffer.from(sealed, 'base64url'), context).toString('utf8');
    const transaction = transactionSchema.parse(JSON.parse(text));
    return transaction.expiresAt > now.getTime() ? transaction : undefined;
  } catch {
    return undefined;
  }
};
