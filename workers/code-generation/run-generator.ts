import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AttemptOverError, PermanentError } from '../engine/run.ts';
import { codeLimits } from './code-limits.ts';
import { generatorProblem } from './generator-reason.ts';

/**
 * Sets a proxy that does not exist, for all addresses. These lists must be empty, or Java connects to this machine
 * directly. Java may still look a name up, but can't connect to anything.
 */
const withoutNetwork = [
  '-DsocksProxyHost=127.0.0.1',
  '-DsocksProxyPort=9',
  '-Djava.net.useSystemProxies=false',
  ...['socksNonProxyHosts', 'http.nonProxyHosts', 'ftp.nonProxyHosts'].map((name) => `-D${name}=`),
];
const quick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData', `-Xmx${codeLimits.heap}m`];
/**
 * Limits stack traces: an overflowed stack has a thousand lines, which would push the cause out of the stored output.
 */
const shortTraces = '-XX:MaxJavaStackTraceDepth=50';

/**
 * Sets limits that the operating system enforces even if this process dies: processor time, the size of a file and, if
 * there is a `timeout` command, wall time. The first process of the group stores its id for the next attempt.
 */
const startWithin = (seconds: number): string => `echo $$ > "$1"; shift
ulimit -S -t ${seconds}; ulimit -H -t ${seconds + codeLimits.alone}; ulimit -f ${codeLimits.fileBytes / 512}
command -v timeout > /dev/null && exec timeout -s KILL ${seconds + codeLimits.alone} java "$@"
exec java "$@"`;

/** The number of characters kept from the end of the output, where the cause of a failure is. */
const keptOutput = 64 * 1024;

/** Returns whether the folder exceeds its limits. The next check counts files that change meanwhile. */
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
 * @property work        the folder where it works and may write.
 * @property groupFile   the file for the id of its process group.
 * @property hasWebhooks whether the document has webhooks. Default: false.
 * @property seconds     how long it may take. Default: 120.
 */
type GeneratorPlace = Readonly<{
  work: string;
  groupFile: string;
  hasWebhooks?: boolean;
  seconds?: number | undefined;
}>;

/**
 * Runs the jar in a separate process group, without this process's environment.
 *
 * @throws PermanentError `codegen.no-java`, `codegen.too-slow`, `codegen.too-large` or a code of `generatorProblem`,
 *   and AttemptOverError when the signal aborts. Then no process of the group runs any more.
 */
export const runGenerator = async (
  jar: string,
  { work, groupFile, hasWebhooks = false, seconds = codeLimits.seconds }: GeneratorPlace,
  generate: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  if (signal.aborted) throw new AttemptOverError('the attempt is over');
  const java = [...quick, shortTraces, ...withoutNetwork, `-Duser.home=${work}`, `-Djava.io.tmpdir=${work}`];
  const child = spawn(
    'sh',
    ['-c', startWithin(seconds), 'sh', groupFile, ...java, '-jar', jar, 'generate', ...generate],
    {
      cwd: work,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '/usr/bin:/bin',
        ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}),
      },
    },
  );
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
      // The process has just ended.
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
  const timer = setTimeout(() => killAs('codegen.too-slow'), seconds * 1000);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [code, by] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once('error', () => resolve([127, null]));
      child.once('close', (...end) => resolve(end));
    });
    if (signal.aborted) throw new AttemptOverError('the attempt is over');
    if (over) throw new PermanentError({ code: over });
    if (code === 0) return;
    // A shell's exit code for a missing command.
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
