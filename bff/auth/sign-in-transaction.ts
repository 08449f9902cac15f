import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { decrypt, deriveKey, encrypt } from '#platform/encryption.ts';

/** Seconds between the start of a sign-in and the provider's answer (requirement A1). */
export const transactionLifetime = 600;

const transactionSchema = z.object({
  id: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  popup: z.boolean(),
  silent: z.boolean(),
  /** Of the session that the new one replaces. The strict cookie does not come along to the callback. */
  previousSession: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

/** What a browser holds, sealed, while its user is at the identity provider. */
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

/** Undefined when it is not one of ours, was changed, or is too old. */
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
