import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A child process at work. `jobs`: number of jobs that it has done before. */
export type WarmProcess = Readonly<{ child: ChildProcess; jobs: number }>;

type Kept = Readonly<{ owner: string; jobs: number; timer: NodeJS.Timeout }>;
type Options = Readonly<{
  /** Child processes at the same time, working or idle. The caller of `take` makes sure that fewer are working. */
  most: number;
  /** Milliseconds that an idle child process is kept. */
  keptFor: number;
  /** Jobs before a child process ends. This limits memory leaks. */
  jobs: number;
}>;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/**
 * Keeps idle child processes for the next job of the same owner. A new one needs up to half a second of processor time to
 * load its modules, each time somebody stops typing. Owners never share one, so that no data can reach another owner.
 */
export const createWarmProcesses = ({ most, keptFor, jobs: mostJobs }: Options) => {
  /** Idle child processes, the oldest first. */
  const kept = new Map<ChildProcess, Kept>();
  let alive = 0;

  const release = (child: ChildProcess): void => {
    clearTimeout(kept.get(child)?.timer);
    kept.delete(child);
  };
  const start = (create: () => ChildProcess): ChildProcess => {
    const child = create();
    alive += 1;
    const ended = (): void => {
      alive -= 1;
      release(child);
    };
    // An idle one may die too. A caller with a working one listens itself.
    child.on('error', () => undefined);
    if (child.pid === undefined) child.once('error', ended);
    else child.once('exit', ended);
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    release(child);
    if (child.pid === undefined || hasEnded(child)) return;
    const exit = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await exit;
  };

  return {
    /**
     * @param owner  callers with the same owner may share a child process.
     * @param create starts one. Called when the owner has no idle one.
     */
    take: async (owner: string, create: () => ChildProcess): Promise<WarmProcess> => {
      const own = [...kept].findLast(([, one]) => one.owner === owner);
      if (own) {
        const [child, { jobs }] = own;
        release(child);
        child.ref();
        child.channel?.ref();
        return { child, jobs };
      }
      while (alive >= most) {
        const [oldest] = kept.keys();
        if (!oldest) break;
        await end(oldest);
      }
      return { child: start(create), jobs: 0 };
    },
    /** Takes back a child process that has done a job and is unchanged. */
    keep: async (owner: string, { child, jobs }: WarmProcess): Promise<void> => {
      if (jobs + 1 >= mostJobs) return await end(child);
      const timer = setTimeout(() => void end(child), keptFor);
      kept.set(child, { owner, jobs: jobs + 1, timer });
      // None of these keeps this process alive.
      timer.unref();
      child.unref();
      child.channel?.unref();
    },
    end: async ({ child }: WarmProcess): Promise<void> => await end(child),
  };
};
