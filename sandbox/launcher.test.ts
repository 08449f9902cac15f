import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDetail } from '../domain/api/schema.ts';
import type { UserDetail } from '../domain/user/schema.ts';
import { termsVersion } from '../domain/user/terms.ts';
import { eventually, isAlive, startSandbox, temporaryFolder } from '../test/processes/sandbox-process.ts';
import { lastNet } from '../test/runner/limit.ts';
import { demoAccounts } from './demo/accounts.ts';
import { type Identity, newIdentity } from './process/data-folder.ts';
import { preferredPorts } from './process/ports.ts';
import { postgresFolder } from './process/postgres-folder.ts';

const titles = {
  echo: 'The echo service',
  postgres: 'The database',
  gateway: 'The gateway',
  'identity-provider': 'The identity provider',
  projector: 'The projector',
  worker: 'The worker',
  bff: 'The web server \\(bff\\)',
} as const;
type PartName = keyof typeof titles;

const { folder, remove } = temporaryFolder();
let stack: ReturnType<typeof startSandbox>;
let url: string;
const identity = () => readFileSync(path.join(folder, 'identity.json'), 'utf8');
const known = () => JSON.parse(identity()) as Identity;
const partsOf = () => Object.values(stack.running().parts).map(({ pid }) => pid);
const names = ['bff', 'echo', 'gateway', 'identity-provider', 'kafka', 'mailbox', 'postgres', 'projector', 'worker'];
const isReady = () =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );

beforeAll(async () => {
  stack = startSandbox(folder);
  url = await stack.ready();
}, lastNet);

afterAll(async () => {
  await stack.kill('SIGTERM');
  remove();
}, 60_000);

describe('two sandboxes on one machine', () => {
  it("do not use each other's preferred ports", () => {
    const usual: number[] = Object.values(preferredPorts);
    expect(Object.values(known().ports).filter((port) => usual.includes(port))).toEqual([]);
  });

  it("cannot use each other's gateway", async () => {
    const { ports, gatewayToken } = known();
    const ask = async (token: string) =>
      (await fetch(`http://127.0.0.1:${ports.gatewayAdmin}/routes`, { headers: { 'kong-admin-token': token } })).status;
    expect(await ask('')).toBe(401);
    expect(await ask(newIdentity().gatewayToken as string)).toBe(401);
    expect(await ask(gatewayToken as string)).toBe(200);
  });
});

describe('the demo', () => {
  const asked = async <GatewayResponse>(target: string): Promise<GatewayResponse> => {
    const body = JSON.stringify({ email: 'ada.lindqvist@portico.example' });
    const idp = `http://localhost:${known().ports.identityProvider}`;
    const { access_token } = (await (await fetch(`${idp}/demo-token`, { method: 'POST', body })).json()) as {
      access_token: string;
    };
    const response = await fetch(`${url}${target}`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(response.status).toBe(200);
    return (await response.json()) as GatewayResponse;
  };

  it('has most of its APIs deployed and called on each of the last days', async () => {
    const all = await asked<{ id: number }[]>('/api/allapis');
    const details = await Promise.all(all.map(({ id }) => asked<ApiDetail>(`/api/api-detail/${id}`)));
    const deployed = details.filter(({ deployments }) => deployments.some(({ state }) => state === 'deployed'));
    expect(deployed.length).toBeGreaterThan(all.length / 2);
    const day = 86_400_000;
    for (let ago = 1; ago <= 6; ago += 1) {
      const [startDate, endDate] = [ago + 1, ago].map((days) => new Date(Date.now() - days * day).toISOString());
      const counts = await asked<{ total: number; api_failure_count: number }>(
        `/api/kong/requests/count?startDate=${startDate}&endDate=${endDate}`,
      );
      expect(counts.total).toBeGreaterThan(50);
    }
  });

  it('has returning people and a new person', async () => {
    const newcomers: string[] = [];
    for (const { email } of demoAccounts) {
      const user = await asked<UserDetail>(`/api/user?email=${email}`);
      expect(user.termsAccepted === termsVersion).toBe(!user.firstlogin);
      if (user.firstlogin) newcomers.push(email);
    }
    expect(newcomers).toEqual(['tomas.novak@staff.portico.example']);
  });
});

describe('a part that dies', { timeout: lastNet }, () => {
  it.each(Object.entries(titles) as [PartName, string][])(
    'is started again with a message in the terminal: %s',
    async (name, title) => {
      const before = stack.running().parts[name]?.pid as number;
      process.kill(before, 'SIGKILL');
      await stack.says(new RegExp(`${title} has died \\(SIGKILL\\)\\. It is started again in 0\\.5 s\\.`));
      await stack.says(new RegExp(`${title} is back\\.`));
      expect(stack.running().parts[name]?.pid).not.toBe(before);
      await eventually('the portal being ready', isReady);
    },
  );
});

describe('a second start on the same folder', { timeout: 60_000 }, () => {
  it.each([[[]], [['--reset']]])('names the first one and changes nothing: %s', async (args) => {
    const kept = identity();
    const second = startSandbox(folder, args);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`Portico is already running at ${url}`);
    expect(second.output()).not.toContain('--reset');
    expect(identity()).toBe(kept);
    await eventually('the portal still being ready', isReady);
  });
});

describe('a start after a killed one', { timeout: lastNet }, () => {
  it('ends the processes that still run, says so, and keeps the data', async () => {
    const kept = identity();
    const left = partsOf();
    expect(Object.keys(stack.running().parts).toSorted()).toEqual(names);
    await stack.kill('SIGKILL');
    expect(left.every(isAlive)).toBe(true);
    stack = startSandbox(folder);
    await stack.says(/left parts running: .*worker.*postgres/);
    expect(await stack.ready()).toBe(url);
    expect(left.some((pid) => partsOf().includes(pid))).toBe(false);
    expect(left.filter(isAlive)).toEqual([]);
    expect(identity()).toBe(kept);
  });

  it('does not end another process that got the same id', async () => {
    const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [undefined, undefined];
    const stranger = spawn('sleep', ['300'], { stdio: 'ignore', ...(uid ? { uid, gid } : {}) });
    const id = stranger.pid as number;
    const left = partsOf();
    await stack.kill('SIGKILL');
    for (const pid of left) process.kill(pid, 'SIGKILL');
    // Both files now name the other process, as if it had the ids of the dead ones.
    const file = path.join(folder, 'running.json');
    const { parts, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    parts.worker.pid = id;
    writeFileSync(file, JSON.stringify({ ...rest, pid: id, parts }));
    const postmaster = path.join(postgresFolder(path.join(folder, 'postgres')), 'data', 'postmaster.pid');
    const lines = readFileSync(postmaster, 'utf8').split('\n');
    writeFileSync(postmaster, [String(id), ...lines.slice(1)].join('\n'));

    stack = startSandbox(folder);
    expect(await stack.ready()).toBe(url);
    expect(stack.output()).not.toContain('left parts running');
    expect(isAlive(id)).toBe(true);
    stranger.kill('SIGKILL');
  });

  it('with --reset ends the processes that still run before it deletes anything', async () => {
    const kept = identity();
    const left = partsOf();
    await stack.kill('SIGKILL');
    writeFileSync(path.join(folder, 'not-ours.txt'), 'kept');
    stack = startSandbox(folder, ['--reset']);
    await stack.says(/left parts running/);
    url = await stack.ready();
    expect(left.filter(isAlive)).toEqual([]);
    expect(identity()).not.toBe(kept);
    expect(existsSync(path.join(folder, 'not-ours.txt'))).toBe(true);
  });
});

describe('a start that is not possible', { timeout: lastNet }, () => {
  it('with --reset deletes nothing', async () => {
    await stack.kill('SIGTERM');
    const kept = identity();
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const refused = startSandbox(folder, ['--reset'], { PORT: String(port) });
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is used by another program`);
    expect(identity()).toBe(kept);
    other.close();
    stack = startSandbox(folder);
    expect(await stack.ready()).toBe(url);
  });
});

describe('a first start that is killed', { timeout: lastNet }, () => {
  it('is continued by the next one, wherever it was, again and again', async () => {
    const own = temporaryFolder();
    for (const said of [
      /Starting Portico/,
      /gateway and the identity provider run/,
      /database is ready/,
      /Portico runs/,
    ]) {
      const killed = startSandbox(own.folder);
      await killed.says(said);
      await killed.kill('SIGKILL');
    }
    const next = startSandbox(own.folder);
    await next.ready();
    expect(await next.kill('SIGTERM')).toBe(0);
    own.remove();
  });
});

describe('ending', { timeout: lastNet }, () => {
  it.each([
    ['when it is told to', 'kill'],
    ['when its `npm start` was killed', 'disconnect'],
  ] as const)('leaves no process and no file to clean up: %s', async (_, way) => {
    const left = partsOf();
    expect(Object.keys(stack.running().parts).toSorted()).toEqual(names);
    expect(await (way === 'kill' ? stack.kill('SIGTERM') : stack.disconnect())).toBe(0);
    expect(left.filter(isAlive)).toEqual([]);
    expect(existsSync(path.join(folder, 'running.json'))).toBe(false);
    stack = startSandbox(folder);
    expect(await stack.ready()).toBe(url);
    expect(stack.output()).not.toContain('left parts running');
  });
});
