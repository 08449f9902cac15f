import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { watchBuiltIns } from '../threads/built-ins.ts';
import type { SpecResult } from './spec-task.ts';
import type { ThreadData, ThreadJob, ThreadResult } from './spec-thread.ts';

/** What a thread that gives way has less than the event loop: with Linux' numbers a tenth of its time, where both want all. */
const lower = 10;

/**
 * Lets the event loop and what people wait for go first, on a machine that has too few cores for all. Linux keeps a
 * priority for each thread; elsewhere threads stay equal.
 */
const giveWay = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + lower));
  } catch {
    // Not allowed: it is a courtesy only.
  }
};

/** What the answer holds beside text: sent as it is, without a copy. */
const bytesIn = (result: SpecResult): Uint8Array<ArrayBuffer> | undefined => {
  if (result.kind === 'convert' || result.kind === 'embed') return result.bytes;
  return result.kind === 'envelope' ? result.envelope.document : undefined;
};

if ((workerData as ThreadData).givesWay) giveWay();
// What reads documents takes a while to load: only now, at this thread's own priority.
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
