import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { alterUserScramCredentialsV0, describeUserScramCredentialsV0, ScramMechanisms } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { isFailure } from '../failure.ts';

/** The least that a broker takes. Passwords are made by chance, so that more would make nothing harder. */
const iterations = 4096;
const mechanism = ScramMechanisms.SCRAM_SHA_512;

/**
 * Gives a user a password for SCRAM-SHA-512. The broker gets its salted hash only. Connections with the password before go on.
 *
 * @throws KafkaError `kafka.not-allowed`, `kafka.refused` for a name that no user can have.
 */
export const upsertUser = async (brokers: Brokers, name: string, password: string): Promise<void> => {
  const salt = randomBytes(32);
  // RFC 5802, 2.2: Hi() is PBKDF2. A password is normalized before it (RFC 4013).
  const saltedPassword = await promisify(pbkdf2)(password.normalize('NFKC'), salt, iterations, 64, 'sha512');
  await brokers.askController(
    alterUserScramCredentialsV0.api,
    [],
    [{ name, mechanism, iterations, salt, saltedPassword }],
  );
};

/** Returns those of these users that can log in with SCRAM-SHA-512; without names all of them. */
export const describeUsers = async (brokers: Brokers, names?: readonly string[]): Promise<string[]> => {
  const asked = names === undefined ? null : [...new Set(names)].map((name) => ({ name }));
  if (asked?.length === 0) return [];
  if (asked && asked.length > 1) {
    // A broker answers an error for all when one of them is unknown.
    const known = new Set(await describeUsers(brokers));
    return asked.map(({ name }) => name).filter((name) => known.has(name));
  }
  const answer = await brokers.askController(describeUserScramCredentialsV0.api, asked).catch((error: unknown) => {
    if (asked && isFailure(error, 'kafka.unknown-user')) return undefined;
    throw error;
  });
  return (answer?.results ?? [])
    .filter(({ credentialInfos }) => credentialInfos.some((each) => each.mechanism === mechanism))
    .map(({ user }) => user);
};

/** Takes a user's password away, so that nobody can log in with it. Returns false when there is none. */
export const deleteUser = async (brokers: Brokers, name: string): Promise<boolean> => {
  try {
    await brokers.askController(alterUserScramCredentialsV0.api, [{ name, mechanism }], []);
    return true;
  } catch (error) {
    if (isFailure(error, 'kafka.unknown-user')) return false;
    throw error;
  }
};
