import { spawn } from 'node:child_process';
import { PermanentError } from '../run.ts';
import { codeLimits } from './code-limits.ts';

/**
 * A proxy that nobody answers at: whatever a document talks the generator into, its JVM opens no connection that gets
 * anywhere.
 */
const withoutNetwork = ['-DsocksProxyHost=127.0.0.1', '-DsocksProxyPort=9', '-Djava.net.useSystemProxies=false'];
const quick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Xmx${codeLimits.heap}m`];
/** CPU time and file size are bounded by the operating system, also when this process is gone. */
const bounded = `ulimit -t ${codeLimits.milliseconds / 1000}; ulimit -f ${codeLimits.fileBytes / 512}; exec java "$@"`;

/**
 * Runs the jar in a process group of its own, with nothing of this process's environment.
 *
 * @param folder where it works; everything it may write.
 * @throws PermanentError `codegen.no-java`, `codegen.too-slow` or `codegen.failed`.
 */
export const runGenerator = (
  jar: string,
  folder: string,
  generate: readonly string[],
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const java = [...quick, ...withoutNetwork, `-Duser.home=${folder}`, `-Djava.io.tmpdir=${folder}`];
    const child = spawn('sh', ['-c', bounded, 'sh', ...java, '-jar', jar, 'generate', ...generate], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH ?? '/usr/bin:/bin',
        ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}),
      },
    });
    let slow = false;
    const kill = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    };
    const timer = setTimeout(() => {
      slow = true;
      kill();
    }, codeLimits.milliseconds);
    signal.addEventListener('abort', kill, { once: true });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      end();
    };
    child.once('error', () => settle(() => reject(new PermanentError({ code: 'codegen.no-java' }))));
    child.once('close', (code) =>
      settle(() => {
        if (code === 0) return resolve();
        if (signal.aborted) return reject(signal.reason);
        // What a shell answers for a command that is not there.
        if (code === 127) return reject(new PermanentError({ code: 'codegen.no-java' }));
        reject(new PermanentError({ code: slow ? 'codegen.too-slow' : 'codegen.failed' }));
      }),
    );
  });
