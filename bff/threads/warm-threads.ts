import type { Worker } from 'node:worker_threads';

/** A thread at work. `jobs` is how many it has done before. */
export type Thread = Readonly<{ worker: Worker; jobs: number }>;

type Kept = Readonly<{ owner: string; jobs: number; timer: NodeJS.Timeout }>;
type Options = Readonly<{
  /** Threads at the same time, working or kept. Whoever takes one sees to it that fewer are at work. */
  most: number;
  /** Milliseconds that a thread without work is kept. */
  keptFor: number;
  /** What a thread does before it ends: what leaks, leaks no further. */
  jobs: number;
}>;

/**
 * Keeps threads that have done their work for the next of the same owner. A new one takes up to half a second of a
 * processor to load what it needs, each time somebody stops typing; a kept one none. Owners share no thread, so that
 * nothing of one can reach another.
 */
export const createWarmThreads = ({ most, keptFor, jobs: mostJobs }: Options) => {
  /** The one that is kept for longest first. */
  const kept = new Map<Worker, Kept>();
  let alive = 0;

  const release = (worker: Worker): void => {
    clearTimeout(kept.get(worker)?.timer);
    kept.delete(worker);
  };
  const start = (create: () => Worker): Worker => {
    const worker = create();
    alive += 1;
    // One that is kept may die too; whoever has it work listens for itself.
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
     * @param owner  for whom: one text for those who may share a thread.
     * @param create starts one, when none of theirs is kept.
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
    /** Takes back a thread that has done a job and is as it was before. */
    keep: async (owner: string, { worker, jobs }: Thread): Promise<void> => {
      if (jobs + 1 >= mostJobs) return await end(worker);
      const timer = setTimeout(() => void end(worker), keptFor);
      kept.set(worker, { owner, jobs: jobs + 1, timer });
      // The process need not stay for it.
      timer.unref();
      worker.unref();
    },
    end: async ({ worker }: Thread): Promise<void> => await end(worker),
  };
};
