import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { writeWhole } from '../gateway/write-whole.ts';

/** `signing` signs tokens (RS256), `cookies` signs the provider's own cookies. */
export type ProviderKeys = Readonly<{ signing: JWK; cookies: readonly string[] }>;

const generate = async (): Promise<ProviderKeys> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    signing: { ...jwk, kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' },
    cookies: [randomBytes(32).toString('base64url')],
  };
};

/**
 * Returns the keys of this data folder. They are made at the first start, so that sessions stay valid after a restart.
 */
export const loadKeys = async (dataFolder: string): Promise<ProviderKeys> => {
  const file = path.join(dataFolder, 'identity-provider-keys.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text) return JSON.parse(text) as ProviderKeys;
  const keys = await generate();
  await mkdir(dataFolder, { recursive: true });
  writeWhole(file, JSON.stringify(keys));
  return keys;
};
