import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, issuerOf } from '#sandbox/parts.ts';
import { openCappedLog } from '#sandbox/process/capped-log.ts';
import type { Identity } from '#sandbox/process/data-folder.ts';
import type { PortName } from '#sandbox/process/ports.ts';
import { readRunning } from '#sandbox/process/running.ts';

/**
 * The parts that are killed. The echo service is not among them: it plays the services behind the gateway, which are
 * not Portico's.
 */
export const killable = ['bff', 'projector', 'worker', 'worker-2', 'gateway', 'identity-provider', 'postgres'] as const;
export type PartName = (typeof killable)[number];

const root = path.join(import.meta.dirname, '..', '..');

const waitFor = async (what: string, look: () => boolean | Promise<boolean>, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in ${patience / 1000} s`);
    await sleep(250);
  }
};

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * Starts what `npm start` starts, on an empty folder and ports of its own, with two workers, so that one can take over
 * from the other.
 */
export const startStack = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-chaos-'));
  // Postgres may run as another user.
  chmodSync(folder, 0o755);
  const log = openCappedLog(path.join(folder, 'chaos-launcher.log'));
  const launcher = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--workers', '2', '--free-ports'],
    {
      cwd: root,
      env: { ...process.env, PORTICO_DATA: folder, PORT: '' },
      // The channel closes when this process is killed. Then the launcher ends everything.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const exited = once(launcher, 'exit');
  let said = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log(chunk);
      said = (said + chunk.toString()).slice(-20_000);
    });
  await waitFor(
    'the start',
    () => {
      if (launcher.exitCode !== null) throw new Error(`the launcher ended with ${launcher.exitCode}:\n${said}`);
      return said.includes('Portico is ready');
    },
    180_000,
  );

  const publicPort = new URL(/Portico is ready: (\S+)/.exec(said)?.[1] as string).port;
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const identity = JSON.parse(readFileSync(at('identity.json'), 'utf8')) as Identity;
  const ports = identity.ports as Record<PortName, number>;
  const pidOf = (name: PartName): number | undefined => readRunning(at('running.json'))?.parts[name]?.pid;
  const control = async (name: PartName, verb: 'start' | 'stop'): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${ports.control}/${name}/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${identity.controlToken}` },
      signal: AbortSignal.timeout(60_000),
    });
    await response.text();
  };

  /** Sets what goes wrong at the gateway's Admin API, nothing with `{}`. A restarted gateway has no faults. */
  const spoilGateway = async (faults: Readonly<{ errors?: number; lost?: number; late?: number }>): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${ports.gatewayAdmin}/portico-faults`, {
      method: 'PUT',
      headers: { 'kong-admin-token': identity.gatewayToken ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(faults),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`the gateway takes no faults: ${response.status}`);
  };

  return {
    folder,
    spoilGateway,
    note: (line: string) => log(`${new Date().toISOString()} chaos: ${line}\n`),
    portalUrl: `http://127.0.0.1:${publicPort}`,
    issuer: issuerOf({ ports }),
    proxyUrl: `http://127.0.0.1:${ports.gatewayProxy}`,
    echoUrl: `http://127.0.0.1:${ports.echo}`,
    database: databaseUrlOf({ identity, ports }),
    porticoKey: Buffer.from(identity.porticoKey, 'base64'),
    pidOf,
    control,
    hasEnded: () => launcher.exitCode !== null || launcher.signalCode !== null,
    isReady: () =>
      fetch(`http://127.0.0.1:${publicPort}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.ok,
        () => false,
      ),
    stop: async () => {
      launcher.kill('SIGTERM');
      await exited;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
