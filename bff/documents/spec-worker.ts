import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { watchBuiltIns } from '../threads/built-ins.ts';
import type { SpecResult } from './spec-task.ts';
import type { ThreadData, ThreadJob, ThreadResult } from './spec-thread.ts';

/** Linux nice value of a thread that gives way: a tenth of the event loop's time when both are busy. */
const lower = 10;

/**
 * Lowers this thread's priority, so that the event loop and jobs that people wait for go first when cores are short. Only
 * Linux has a priority for each thread. On other systems all threads stay equal.
 */
const giveWay = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + lower));
  } catch {
    // Not permitted here. The job works without it.
  }
};

/** Returns the bytes of a result, which are transferred without a copy. */
const bytesIn = (result: SpecResult): Uint8Array<ArrayBuffer> | undefined => {
  if (result.kind === 'convert' || result.kind === 'embed') return result.bytes;
  return result.kind === 'envelope' ? result.envelope.document : undefined;
};

if ((workerData as ThreadData).givesWay) giveWay();
// The parsers take long to load, so they are loaded here, with this thread's priority.
const { answerJob } = await import('./answer-job.ts');
const isUntouched = watchBuiltIns();
parentPort?.on('message', async (job: ThreadJob) => {
  const response = await answerJob(job);
  const bytes = bytesIn(response);
  const sent: ThreadResult = {
    response,
    bytes: bytes?.length ?? JSON.stringify(response).length,
    isWorn: !isUntouched(),
  };
  parentPort?.postMessage(sent, bytes ? [bytes.buffer] : []);
});
