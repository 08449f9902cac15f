import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { readSettings } from '#platform/settings.ts';

const root = path.dirname(import.meta.dirname);
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const text = read('compose.yaml');
const compose = load(text) as {
  'x-portico': { environment: Record<string, string | number> };
  services: Record<string, { command?: unknown }>;
};

/** `compose.env` as somebody fills it in. */
const filled: Record<string, string> = Object.fromEntries(
  [...read('compose.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value || 'filled-in-by-somebody',
  ]),
);
filled.PORTICO_KEY = randomBytes(32).toString('base64');
filled.PORTICO_ADMIN_EMAIL = 'ada@portico.example';

test('what compose.yaml asks for is in the example, and the other way round', () => {
  const asked = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
  const known = new Set([...text.matchAll(/\$\{(\w+):[?-]/g)].map(([, name]) => name));
  expect([...asked].filter((name) => !name || !(name in filled))).toEqual([]);
  expect(Object.keys(filled).filter((name) => !known.has(name))).toEqual([]);
});

test('a process starts with these settings, and each of them counts', () => {
  const environment = Object.fromEntries(
    Object.entries(compose['x-portico'].environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+):[?-]\}/g, (_all, variable: string) => filled[variable] ?? ''),
    ]),
  );
  const settings = readSettings(environment, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  const given = Object.keys(environment).filter((name) => environment[name] !== '');
  expect(given.filter((name) => !(name in settings))).toEqual([]);
  expect(settings).toMatchObject({ PORTICO_ADMIN_EMAIL: 'ada@portico.example', METRICS_PORT: 3001 });
});

test('every file that it starts is there', () => {
  const files = [...text.matchAll(/\bnode,? ([\w/-]+\.ts)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThanOrEqual(5);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
