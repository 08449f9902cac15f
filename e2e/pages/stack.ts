import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import type { Identity } from '#sandbox/process/data-folder.ts';

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global setup sets it`);
  return value;
};

export const portalUrl = (): string => variable('PORTICO_URL');

const identity = (): Identity =>
  JSON.parse(readFileSync(path.join(variable('PORTICO_DATA'), 'identity.json'), 'utf8')) as Identity;

/** The echo service that `npm start` offers as a target. */
export const echoUrl = (): string => `http://127.0.0.1:${identity().ports.echo}`;

/** Runs a statement as the owner of the portal's database: for what only time changes. */
export const alter = async (statement: string, values: readonly unknown[]): Promise<void> => {
  const { databasePassword, ports } = identity();
  const client = new pg.Client(`postgres://owner:${databasePassword}@127.0.0.1:${ports.postgres}/postgres`);
  await client.connect();
  await client.query(statement, [...values]).finally(() => client.end());
};

/** The pages of the mailbox that takes the portal's mails. */
export const mailboxUrl = (): string => `http://127.0.0.1:${identity().ports.mailbox}`;

/** The sandbox gateway's proxy, where callers call deployments. */
export const proxyUrl = (): string => `http://127.0.0.1:${identity().ports.gatewayProxy}`;

/** The same over https. */
export const secureProxyUrl = (): string => `https://127.0.0.1:${identity().ports.gatewayProxySsl}`;

/** What `npm run sandbox -- gateway stop` does. */
export const control = (part: string, verb: 'stop' | 'start'): void => {
  execFileSync(process.execPath, ['sandbox/control-main.ts', part, verb], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    stdio: 'pipe',
  });
};

/** Runs a curl line as the dock shows it, as a person would paste it, and gives status and body. */
export const paste = (line: string): { status: number; body: string } => {
  const output = execFileSync('bash', ['-c', line.replace(/^curl /, "curl -s -w '\\n%{http_code}' ")], {
    encoding: 'utf8',
  });
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) };
};

/**
 * How many calls pass until one is over a limit. The gateway's minutes and hours are those of the clock: one may begin in
 * between, once, and then up to twice as many pass.
 *
 * @throws Error when a call is answered otherwise, or when more pass.
 */
export const passedUntilRefused = (line: string, limit: number): number => {
  for (let passed = 0; passed <= 2 * limit; passed += 1) {
    const { status } = paste(line);
    if (status === 429) return passed;
    if (status !== 200) throw new Error(`call ${passed + 1} is answered ${status}`);
  }
  throw new Error(`more than ${2 * limit} calls pass`);
};

/** Somebody else at the gateway's admin interface. */
export const gatewayAdmin = async <Result = { id: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Result> => {
  const { ports, gatewayToken = '' } = identity();
  const response = await fetch(`http://127.0.0.1:${ports.gatewayAdmin}${path}`, {
    method,
    headers: { 'kong-admin-token': gatewayToken, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  return (response.status === 204 ? { id: '' } : await response.json()) as Result;
};
