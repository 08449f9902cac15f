import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A password as a broker keeps it. Bytes are Base64. */
export type Credential = Readonly<{ iterations: number; salt: string; saltedPassword: string }>;

const mac = (key: Buffer, data: string): Buffer => createHmac('sha512', key).update(data).digest();
const base64 = (data: Buffer): string => data.toString('base64');

/** Makes a credential from a password, as clients do before they send one. */
export const credentialOf = (password: string): Credential => {
  const [salt, iterations] = [randomBytes(32), 4096];
  const saltedPassword = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 64, 'sha512');
  return { iterations, salt: base64(salt), saltedPassword: base64(saltedPassword) };
};

const attribute = (message: string, name: string): string =>
  message
    .split(',')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(2) ?? '';

/**
 * One login by SCRAM-SHA-512 (RFC 5802), which takes two messages of the client.
 *
 * @param find returns the credential of a user.
 */
export class ScramLogin {
  readonly #find: (user: string) => Credential | undefined;
  #user = '';
  #first = '';
  #challenge = '';

  constructor(find: (user: string) => Credential | undefined) {
    this.#find = find;
  }

  /** Returns the answer to a message, with the user when the login is complete; undefined when it is refused. */
  next(message: string): { answer: string; user?: string } | undefined {
    return this.#challenge === '' ? this.#begin(message) : this.#prove(message);
  }

  #begin(message: string): { answer: string } | undefined {
    // `n,,` or `n,a=name,` stands before the message itself.
    const bare = /^n,(?:a=[^,]{0,200})?,(.{1,1000})$/s.exec(message)?.[1];
    if (bare === undefined) return undefined;
    this.#first = bare;
    this.#user = attribute(bare, 'n').replaceAll('=2C', ',').replaceAll('=3D', '=');
    const credential = this.#find(this.#user);
    if (!credential) return undefined;
    const nonce = attribute(bare, 'r') + base64(randomBytes(18)).replaceAll(',', '');
    this.#challenge = `r=${nonce},s=${credential.salt},i=${credential.iterations}`;
    return { answer: this.#challenge };
  }

  #prove(message: string): { answer: string; user: string } | undefined {
    const credential = this.#find(this.#user);
    const at = message.lastIndexOf(',p=');
    const withoutProof = message.slice(0, at);
    if (!credential || at < 0 || attribute(withoutProof, 'r') !== attribute(this.#challenge, 'r')) return undefined;
    const salted = Buffer.from(credential.saltedPassword, 'base64');
    const clientKey = mac(salted, 'Client Key');
    const signed = [this.#first, this.#challenge, withoutProof].join(',');
    const signature = mac(createHash('sha512').update(clientKey).digest(), signed);
    const proof = Buffer.from(message.slice(at + 3), 'base64');
    const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
    if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) return undefined;
    return { answer: `v=${base64(mac(mac(salted, 'Server Key'), signed))}`, user: this.#user };
  }
}
