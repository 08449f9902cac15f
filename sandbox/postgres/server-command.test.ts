import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { eventually, temporaryFolder } from '../../test/processes/sandbox-process.ts';
import { freePort } from './cluster.ts';
import { postgresIsReady, serverCommand } from './server-command.ts';

it('makes a database anew if making it was interrupted', { timeout: 60_000 }, async () => {
  const { folder, remove } = temporaryFolder();
  const directory = path.join(folder, 'postgres', 'data');
  const options = { directory, port: await freePort(), password: 'owner' };
  const module = JSON.stringify(path.join(import.meta.dirname, 'server-command.ts'));
  const program = `import { serverCommand } from ${module}; await serverCommand(${JSON.stringify(options)});`;
  const maker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  // Postgres writes this file early, and many others after it.
  await eventually('the beginning', () => globSync('**/PG_VERSION', { cwd: folder }).length > 0);
  const ended = once(maker, 'exit');
  process.kill(-(maker.pid as number), 'SIGKILL');
  await ended;

  const { file, args, ...identity } = await serverCommand(options);
  const server = spawn(file, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await eventually(`a database that works: ${said}`, () => said.includes(postgresIsReady) || server.exitCode !== null);
  expect(said).toContain(postgresIsReady);
  expect(globSync('postgres/*.password', { cwd: folder })).toEqual([]);
  server.kill('SIGINT');
  await once(server, 'exit');
  remove();
});
