import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Cluster } from '#sandbox/postgres/cluster.ts';
import { runSql } from '../postgres/sql.ts';
import { type PorticoPart, type PorticoProcess, startPart } from '../processes/portico-process.ts';
import { npmRun, type Ran, root } from './npm-run.ts';

type Env = Readonly<Record<string, string>>;

/** An installation in a Postgres that was empty: its settings, and its processes one by one. */
export type Installation = Readonly<{
  /** Runs a command to its end, with the settings and these beside them. */
  run: (name: string, args?: readonly string[], more?: Env, input?: string) => Promise<Ran>;
  /** Starts a part, in place of the one that runs; the BFF until it listens. */
  start: (part: PorticoPart, more?: Env) => Promise<PorticoProcess>;
  /** Until every part of the portal is there to serve. */
  ready: () => Promise<void>;
  /** Runs a statement as the owner of the database: for what only time changes. */
  alter: (statement: string) => Promise<void>;
  /** What all its processes have printed. */
  output: () => string;
  close: () => Promise<void>;
}>;

const databaseOf = (cluster: Cluster, user: string, word: string): string =>
  `postgres://${user}:${word}@127.0.0.1:${cluster.port}/portico`;

/**
 * Makes what an operator has before the first command of docs/production.md: an empty database with its owner, a port, a key.
 * Nothing of Portico runs yet.
 */
export const prepareInstallation = async (cluster: Cluster, port: number, settings: Env): Promise<Installation> => {
  await runSql(cluster.url, "create role portico login createrole password 'owner'");
  await runSql(cluster.url, 'create database portico owner portico');
  const publicUrl = `http://localhost:${port}`;
  const env: Env = {
    DATABASE_URL: databaseOf(cluster, 'portico_app', 'app'),
    MIGRATION_DATABASE_URL: databaseOf(cluster, 'portico', 'owner'),
    PORTICO_KEY: randomBytes(32).toString('base64'),
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    ...settings,
  };
  const running = new Map<PorticoPart, PorticoProcess>();
  const ended: string[] = [];
  return {
    run: (name, args = [], more = {}, input = '') => npmRun(name, args, { ...env, ...more }, input),
    start: async (part, more = {}) => {
      const before = running.get(part);
      await before?.stop();
      if (before) ended.push(before.output());
      const started = startPart(root, part, { ...env, ...more });
      running.set(part, started);
      if (part === 'bff')
        await vi.waitFor(() => expect(started.output()).toContain('bff listens'), { timeout: 30_000, interval: 50 });
      return started;
    },
    ready: async () => {
      const isReady = async () => expect((await fetch(`${publicUrl}/readyz`)).status).toBe(200);
      await vi.waitFor(isReady, { timeout: 30_000, interval: 100 });
    },
    alter: (statement) => runSql(databaseOf(cluster, 'portico', 'owner'), statement),
    output: () => [...ended, ...[...running.values()].map((each) => each.output())].join('\n'),
    close: async () => {
      await Promise.all([...running.values()].map((each) => each.stop()));
    },
  };
};
