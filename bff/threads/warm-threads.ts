import type { Worker } from 'node:worker_threads';

/** A thread at work. `jobs`: number of jobs that it has done before. */
export type Thread = Readonly<{ worker: Worker; jobs: number }>;

type Kept = Readonly<{ owner: string; jobs: number; timer: NodeJS.Timeout }>;
type Options = Readonly<{
  /** Threads at the same time, working or idle. The caller of `take` makes sure that fewer are working. */
  most: number;
  /** Milliseconds that an idle thread is kept. */
  keptFor: number;
  /** Jobs before a thread ends. This limits memory leaks. */
  jobs: number;
}>;

/**
 * Keeps idle threads for the next job of the same owner. A new thread needs up to half a second of processor time to load
 * its modules, each time somebody stops typing. Owners never share a thread, so that no data can reach another owner.
 */
export const createWarmThreads = ({ most, keptFor, jobs: mostJobs }: Options) => {
  /** Idle threads, the oldest first. */
  const kept = new Map<Worker, Kept>();
  let alive = 0;

  const release = (worker: Worker): void => {
    clearTimeout(kept.get(worker)?.timer);
    kept.delete(worker);
  };
  const start = (create: () => Worker): Worker => {
    const worker = create();
    alive += 1;
    // An idle thread may die too. A caller with a working thread listens itself.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      alive -= 1;
      release(worker);
    });
    return worker;
  };
  const end = async (worker: Worker): Promise<void> => {
    release(worker);
    await worker.terminate();
  };

  return {
    /**
     * @param owner  callers with the same owner may share a thread.
     * @param create starts a thread. Called when the owner has no idle one.
     */
    take: async (owner: string, create: () => Worker): Promise<Thread> => {
      const own = [...kept].findLast(([, one]) => one.owner === owner);
      if (own) {
        const [worker, { jobs }] = own;
        release(worker);
        worker.ref();
        return { worker, jobs };
      }
      while (alive >= most) {
        const [oldest] = kept.keys();
        if (!oldest) break;
        await end(oldest);
      }
      return { worker: start(create), jobs: 0 };
    },
    /** Takes back a thread that has done a job and is unchanged. */
    keep: async (owner: string, { worker, jobs }: Thread): Promise<void> => {
      if (jobs + 1 >= mostJobs) return await end(worker);
      const timer = setTimeout(() => void end(worker), keptFor);
      kept.set(worker, { owner, jobs: jobs + 1, timer });
      // The timer does not keep the process alive.
      timer.unref();
      worker.unref();
    },
    end: async ({ worker }: Thread): Promise<void> => await end(worker),
  };
};
