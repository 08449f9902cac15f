import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/*
 * Signed notes of C2SP (https://c2sp.org/signed-note): a text, an empty line, and a line for each signature.
 */

/** What comes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');
/** The number of Ed25519 among the algorithms of signed notes. */
const algorithm = Buffer.from([1]);
const signatureStart = '— ';

const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });

const keyIdOf = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(algorithm).update(bytes).digest().subarray(0, 4);

/** @property key the public key as notes write it: `name+id+key`. It can be shown to everybody. */
export type NoteVerifier = Readonly<{ name: string; key: string; open: (note: string) => string | undefined }>;
export type NoteSigner = NoteVerifier & Readonly<{ sign: (text: string) => string }>;

/** The most signatures of a note. Each is work for whoever opens it. */
const mostSignatures = 100;

/** Returns the bytes of base64; undefined for a text that is another one for the same bytes. */
export const bytesOf = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};

type Signature = Readonly<{ by: string; bytes: Buffer }>;

/** Returns the text of a note and its signatures, none of them checked; undefined for what is no note. */
const readNote = (note: string): Readonly<{ text: string; signatures: readonly Signature[] }> | undefined => {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  const isPlain = ![...note].some((character) => character < ' ' && character !== '\n');
  if (end < 0 || !isPlain || lines.pop() !== '' || lines.length > mostSignatures) return undefined;
  const signatures = lines.flatMap((line): Signature[] => {
    const [, by, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = bytesOf(encoded);
    return by !== undefined && bytes && bytes.length > 4 ? [{ by, bytes }] : [];
  });
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
};

const createVerifier = (name: string, bytes: Buffer): NoteVerifier => {
  const publicKey = publicKeyOf(bytes);
  const id = keyIdOf(name, bytes);
  return {
    name,
    key: `${name}+${id.toString('hex')}+${Buffer.concat([algorithm, bytes]).toString('base64')}`,
    /**
     * Returns the text that this key has signed; undefined when it has not, or a signature of it is wrong. Signatures of others, such as
     * witnesses, do not count.
     */
    open: (note) => {
      const read = readNote(note);
      const own = read?.signatures.filter(({ by, bytes }) => by === name && bytes.subarray(0, 4).equals(id)) ?? [];
      const isSigned = own.every(({ bytes }) =>
        verify(null, Buffer.from(read?.text ?? ''), publicKey, bytes.subarray(4)),
      );
      return isSigned && own.length > 0 ? read?.text : undefined;
    },
  };
};

/**
 * Returns who signs with a key, always in the same way: the same text has the same signature.
 *
 * @param seed 32 random bytes, the private key.
 * @param name without spaces and plus signs. Default: made from the public key.
 */
export const createNoteSigner = (seed: Buffer, name?: string): NoteSigner => {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
  const own = name ?? `portico/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
  const id = keyIdOf(own, bytes);
  return {
    ...createVerifier(own, bytes),
    sign: (text) => {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
      return `${text}\n${signatureStart}${own} ${signature}\n`;
    },
  };
};

/** Returns who checks notes with a public key; undefined when it is not written as `name+id+key`. */
export const readNoteKey = (key: string): NoteVerifier | undefined => {
  const [, name = '', id, encoded = ''] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{1,100})$/.exec(key) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const isKey = bytes.length === 33 && bytes[0] === algorithm[0];
  if (!isKey || keyIdOf(name, bytes.subarray(1)).toString('hex') !== id) return undefined;
  return createVerifier(name, bytes.subarray(1));
};
