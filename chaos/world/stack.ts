import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, issuerOf } from '#sandbox/parts.ts';
import { bornAt } from '#sandbox/process/born.ts';
import { openCappedLog } from '#sandbox/process/capped-log.ts';
import type { Identity } from '#sandbox/process/data-folder.ts';
import type { PortName } from '#sandbox/process/ports.ts';
import { readRunning } from '#sandbox/process/running.ts';

/**
 * The parts that are killed. The echo service is not among them: it plays the services behind the gateway, which are
 * not Portico's.
 */
export const killable = [
  'bff',
  'bff-2',
  'projector',
  'worker',
  'worker-2',
  'gateway',
  'identity-provider',
  'postgres',
] as const;
export type PartName = (typeof killable)[number];

const root = path.join(import.meta.dirname, '..', '..');

const waitFor = async (what: string, look: () => boolean | Promise<boolean>, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in ${patience / 1000} s`);
    await sleep(250);
  }
};

/** What goes wrong at the gateway's Admin API (sandbox/gateway/admin/faults.ts). */
export type GatewayFaults = Readonly<{ errors?: number; lost?: number; late?: number; nonsense?: number }>;

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Milliseconds for a start, the first one of which fills the demo in. */
const startPatience = 180_000;

/** Starts the launcher on a folder, and waits until it says that Portico is ready. */
const launch = async (folder: string, smtpUrl: string, log: (text: string | Buffer) => void) => {
  const launcher = spawn(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--free-ports'],
      ...['--workers', '2', '--bffs', '2', '--gateway-nodes', '2'],
    ],
    {
      cwd: root,
      env: { ...process.env, PORTICO_DATA: folder, PORT: '', SMTP_URL: smtpUrl },
      // The channel closes when this process is killed. Then the launcher ends everything.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
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
    startPatience,
  );
  return { launcher, said };
};

/**
 * Starts what `npm start` starts, on an empty folder and ports of its own, with two of each process that may take over from
 * the other, and two gateway nodes.
 *
 * @param smtpUrl where mails are sent to.
 */
export const startStack = async (smtpUrl: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-chaos-'));
  // Postgres may run as another user.
  chmodSync(folder, 0o755);
  const log = openCappedLog(path.join(folder, 'chaos-launcher.log'));
  const first = await launch(folder, smtpUrl, log);
  const { said } = first;
  let { launcher } = first;

  const publicPort = new URL(/Portico is ready: (\S+)/.exec(said)?.[1] as string).port;
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const identity = JSON.parse(readFileSync(at('identity.json'), 'utf8')) as Identity;
  const ports = identity.ports as Record<PortName, number>;
  const partsNow = () => readRunning(at('running.json'))?.parts ?? {};
  const pidOf = (name: PartName): number | undefined => partsNow()[name]?.pid;
  const control = async (name: PartName, verb: 'start' | 'stop'): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${ports.control}/${name}/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${identity.controlToken}` },
      signal: AbortSignal.timeout(60_000),
    });
    await response.text();
  };

  /** Sets what goes wrong at the gateway's Admin API, nothing with `{}`. A restarted gateway has no faults. */
  const spoilGateway = async (faults: GatewayFaults): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${ports.gatewayAdmin}/portico-faults`, {
      method: 'PUT',
      headers: { 'kong-admin-token': identity.gatewayToken ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(faults),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`the gateway takes no faults: ${response.status}`);
  };

  const portalUrls = [publicPort, ports.bff].map((port) => `http://127.0.0.1:${port}`);
  const isReadyAt = (url: string): Promise<boolean> =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );

  /**
   * Kills the launcher, which can end nothing then, and starts it again after a while, which ends what was left and starts
   * everything anew.
   *
   * @returns the names of parts of before that still run.
   */
  const relaunch = async (pause: number): Promise<readonly string[]> => {
    const before = Object.entries(partsNow());
    const ended = once(launcher, 'exit');
    launcher.kill('SIGKILL');
    await ended;
    await sleep(pause);
    ({ launcher } = await launch(folder, smtpUrl, log));
    return before.filter(([, { pid, born }]) => bornAt(pid) === born).map(([name]) => name);
  };

  return {
    folder,
    relaunch,
    portalUrls,
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
    isReady: async () => (await Promise.all(portalUrls.map(isReadyAt))).every(Boolean),
    stop: async () => {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return;
      const ended = once(launcher, 'exit');
      launcher.kill('SIGTERM');
      await ended;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
