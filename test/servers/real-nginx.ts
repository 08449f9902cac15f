import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/postgres/cluster.ts';

const places = [process.env.NGINX, '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** The program of a real nginx: NGINX, or one that is installed; undefined where there is none. */
export const nginxProgram = (): string | undefined => places.find((place) => place && existsSync(place));

/**
 * A real nginx behind a gateway.
 *
 * @property filesUrl a server of the files that it was started with.
 * @property pathsUrl a server that has every path, and answers with the one that it understood: decoded, and with its
 *   dot segments resolved, as for a file.
 */
export type RealNginx = Readonly<{ filesUrl: string; pathsUrl: string; close: () => Promise<void> }>;

/** @throws when nginx does not start. */
export const startRealNginx = async (program: string, files: Readonly<Record<string, string>>): Promise<RealNginx> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-nginx-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, 'files', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const [filesPort, pathsPort] = [await freePort(), await freePort()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {}
     http { access_log off; keepalive_requests 100000; ${temporary}
       server { listen 127.0.0.1:${filesPort}; root ${folder}/files; }
       server { listen 127.0.0.1:${pathsPort}; default_type text/plain; location / { return 200 "$uri"; } } }`,
  );
  const nginx: ChildProcess = spawn(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit');
  const close = async () => {
    nginx.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const urls = [`http://127.0.0.1:${filesPort}`, `http://127.0.0.1:${pathsPort}`] as const;
  for (const url of urls)
    while (
      !(await fetch(url).then(
        () => true,
        () => false,
      ))
    ) {
      if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
      await sleep(20);
    }
  return { filesUrl: urls[0], pathsUrl: urls[1], close };
};
