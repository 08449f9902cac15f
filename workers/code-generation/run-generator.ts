import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AttemptOverError, PermanentError } from '../engine/run.ts';
import { codeLimits } from './code-limits.ts';
import { generatorProblem } from './generator-reason.ts';

/**
 * A proxy that nobody answers at, for every address: unless these lists are empty, Java connects to this machine
 * directly. A name may still be looked up; no connection to anywhere comes about.
 */
const withoutNetwork = [
  '-DsocksProxyHost=127.0.0.1',
  '-DsocksProxyPort=9',
  '-Djava.net.useSystemProxies=false',
  ...['socksNonProxyHosts', 'http.nonProxyHosts', 'ftp.nonProxyHosts'].map((name) => `-D${name}=`),
];
const quick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData', `-Xmx${codeLimits.heap}m`];
/** A stack that overflowed has a thousand lines, which would push out of what is kept what they are about. */
const brief = '-XX:MaxJavaStackTraceDepth=50';

/**
 * What the operating system holds, also when this process is gone: time on a processor, the size of a file and, by
 * `timeout` where there is one, wall time. The first process of the group leaves its number for the next attempt.
 */
const bounded = `echo $$ > "$1"; shift
ulimit -S -t ${codeLimits.milliseconds / 1000}; ulimit -H -t ${codeLimits.alone / 1000}; ulimit -f ${codeLimits.fileBytes / 512}
command -v timeout > /dev/null && exec timeout -s KILL ${codeLimits.alone / 1000} java "$@"
exec java "$@"`;

/** Characters of what it writes that are kept, from the end: there it says why it gave up. */
const keptOutput = 64 * 1024;

/** Whether the folder holds more than it may. What comes and goes meanwhile is counted next time. */
const isTooLarge = async (folder: string): Promise<boolean> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.length > 2 * codeLimits.files) return true;
  let [files, bytes] = [0, 0];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += (await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
    if (files > codeLimits.files || bytes > codeLimits.bytes) return true;
  }
  return false;
};

/**
 * Runs the jar in a process group of its own, with nothing of this process's environment.

 * @param place where it works and may write, the file that is to hold the number of its group, and whether the document has
 * webhooks.
 * @throws PermanentError `codegen.no-java`, `codegen.too-slow`, `codegen.too-large` or what `generatorProblem` says, and
 * AttemptOverError when the signal aborts; nothing of it runs on then.
 */
export const runGenerator = async (
  jar: string,
  { work, groupFile, hasWebhooks = false }: Readonly<{ work: string; groupFile: string; hasWebhooks?: boolean }>,
  generate: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  if (signal.aborted) throw new AttemptOverError('the attempt is over');
  const java = [...quick, brief, ...withoutNetwork, `-Duser.home=${work}`, `-Djava.io.tmpdir=${work}`];
  const child = spawn('sh', ['-c', bounded, 'sh', groupFile, ...java, '-jar', jar, 'generate', ...generate], {
    cwd: work,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}),
    },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written = (written + text).slice(-keptOutput);
    });
  const ended = new AbortController();
  let over: 'codegen.too-slow' | 'codegen.too-large' | undefined;
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  };
  const killAs = (code: typeof over) => {
    over ??= code;
    kill();
  };
  const watch = async () => {
    while (!ended.signal.aborted) {
      await pause(codeLimits.look, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted && (await isTooLarge(work))) killAs('codegen.too-large');
    }
  };
  const watching = watch();
  const timer = setTimeout(() => killAs('codegen.too-slow'), codeLimits.milliseconds);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [code, by] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once('error', () => resolve([127, null]));
      child.once('close', (...end) => resolve(end));
    });
    if (signal.aborted) throw new AttemptOverError('the attempt is over');
    if (over) throw new PermanentError({ code: over });
    if (code === 0) return;
    // What a shell answers for a command that is not there.
    if (code === 127) throw new PermanentError({ code: 'codegen.no-java' });
    if (by === 'SIGXCPU') throw new PermanentError({ code: 'codegen.too-slow' });
    throw new PermanentError(by === 'SIGXFSZ' ? { code: 'codegen.too-large' } : generatorProblem(written, hasWebhooks));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    ended.abort();
    await watching;
  }
};
