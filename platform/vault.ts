import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';
import { decrypt, deriveKey, encrypt, keyIdOf } from './encryption.ts';

/**
 * @property id    a UUID that the caller derives from the command, so that a repeated command seals only once.
 * @property kind  `api-key`, `smtp-password`.
 * @property owner the stream of its owner: `application-12`.
 */
type Secret = Readonly<{ id: string; kind: string; owner: string; value: string }>;

/** Stores secrets. Events, jobs and logs hold only a secret's id and fingerprint (requirement E1). */
export type Vault = Readonly<{
  /** Seals a secret, unless its id exists. Returns the value that is stored under the id. */
  sealSecret: (database: Database, secret: Secret) => Promise<string>;
  /** Returns the value; undefined when it does not exist or was destroyed. */
  openSecret: (database: Database, id: string) => Promise<string | undefined>;
  /** Overwrites the ciphertext for good. To do it twice is harmless. */
  destroySecret: (database: Database, id: string) => Promise<void>;
  /** Encrypts a text that its caller stores. @param id of its row: the text can't be opened as that of another row. */
  sealText: (id: string, text: string) => Buffer;
  /** @throws when it was sealed with another key or for another row, or somebody changed it. */
  openText: (id: string, sealed: Buffer) => string;
  /** Returns an HMAC-SHA256 in hex, which identifies a value without revealing it. */
  fingerprint: (value: string) => string;
}>;

type Row = { kind: string; owner: string; key_id: string; nonce: Buffer; ciphertext: Buffer };

const nonceLength = 12;

/**
 * Returns a vault. It derives a separate key for each secret.
 *
 * @param key the key-encryption key, PORTICO_KEY.
 */
export const createVault = (key: Buffer): Vault => {
  const keyId = keyIdOf(key);
  const fingerprintKey = deriveKey(key, 'fingerprint');
  const textKey = deriveKey(key, 'text');
  const keyOf = (id: string) => deriveKey(key, 'secret', id);
  const contextOf = (id: string, { kind, owner }: { kind: string; owner: string }) => JSON.stringify([kind, owner, id]);

  const openSecret = async (database: Database, id: string): Promise<string | undefined> => {
    const { rows } = await database.query<Row>(
      'select kind, owner, key_id, nonce, ciphertext from secrets where id = $1 and destroyed_at is null',
      [id],
    );
    const [row] = rows;
    if (!row) return undefined;
    if (row.key_id !== keyId) throw new Error(`secret ${id} was sealed with another PORTICO_KEY`);
    return decrypt(keyOf(id), Buffer.concat([row.nonce, row.ciphertext]), contextOf(id, row)).toString('utf8');
  };

  return {
    sealSecret: async (database, { id, kind, owner, value }) => {
      const sealed = encrypt(keyOf(id), Buffer.from(value, 'utf8'), contextOf(id, { kind, owner }));
      const { rowCount } = await database.query(
        `insert into secrets (id, kind, owner, key_id, nonce, ciphertext) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do nothing`,
        [id, kind, owner, keyId, sealed.subarray(0, nonceLength), sealed.subarray(nonceLength)],
      );
      if (rowCount === 1) return value;
      const kept = await openSecret(database, id);
      if (kept === undefined) throw new Error(`secret ${id} was destroyed`);
      return kept;
    },
    openSecret,
    destroySecret: async (database, id) => {
      await database.query(
        `update secrets set nonce = '', ciphertext = '', destroyed_at = now() where id = $1 and destroyed_at is null`,
        [id],
      );
    },
    sealText: (id, text) => encrypt(textKey, Buffer.from(text, 'utf8'), id),
    openText: (id, sealed) => decrypt(textKey, sealed, id).toString('utf8'),
    fingerprint: (value) => createHmac('sha256', fingerprintKey).update(value, 'utf8').digest('hex'),
  };
};
