import * as z from 'zod';
import { erased } from '#domain/core/erased.ts';
import { decrypt, encrypt } from '#platform/encryption.ts';
import type { KeyRing } from './subject-keys.ts';

/** The stored form of a personal text: the person whose key it needs, and the ciphertext. */
const sealedSchema = z.strictObject({ $sealed: z.tuple([z.int(), z.string()]) });
type Sealed = z.output<typeof sealedSchema>;

export const asSealed = (value: unknown): Sealed | undefined =>
  typeof value === 'object' && value !== null && '$sealed' in value ? sealedSchema.parse(value) : undefined;

/**
 * The place of a ciphertext, which opens nowhere else (requirement E2).
 *
 * @property holder the event's id. For the client address, which all events of a command share, the command's id.
 */
export type Place = Readonly<{ stream: string; holder: string; field: string }>;

const contextOf = ({ stream, holder, field }: Place, subject: number): string =>
  [stream, holder, field, subject].join('|');

/** Encrypts a personal text. Returns `[erased]` when the key was destroyed. */
export const seal = (text: string, subject: number, keys: KeyRing, place: Place): Sealed | string => {
  const key = keys.get(subject);
  if (!key) return erased;
  return { $sealed: [subject, encrypt(key, Buffer.from(text, 'utf8'), contextOf(place, subject)).toString('base64')] };
};

/** Decrypts a personal text. @throws when the ciphertext was changed or moved. */
export const unseal = ({ $sealed: [subject, ciphertext] }: Sealed, keys: KeyRing, place: Place): string => {
  const key = keys.get(subject);
  return key ? decrypt(key, Buffer.from(ciphertext, 'base64'), contextOf(place, subject)).toString('utf8') : erased;
};
