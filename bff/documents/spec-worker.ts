import { flushCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';
import { watchBuiltIns } from '../processes/built-ins.ts';
import type { ProcessFailure, ProcessJob, ProcessResult } from './spec-process.ts';
import { givesWayArgument, type SpecResult } from './spec-task.ts';

/** Nice value of a process that gives way: a tenth of the event loop's time when both are busy. */
const lower = 10;

/** Lowers this process's priority, so that the portal and jobs that people wait for go first when cores are short. */
const giveWay = (): void => {
  try {
    setPriority(Math.min(19, getPriority() + lower));
  } catch {
    // Not permitted here. The job works without it.
  }
};

/** Returns about how much memory a result has. */
const sizeOf = (result: SpecResult): number => {
  if (result.kind === 'convert' || result.kind === 'embed') return result.bytes.length;
  return result.kind === 'envelope' ? result.envelope.document.length : JSON.stringify(result).length;
};

const send = (reply: ProcessResult | ProcessFailure): void => {
  process.send?.(reply);
};

// A terminal sends Ctrl-C to this process too. The portal decides when it ends. Without a portal it ends after its job.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

if (process.argv.includes(givesWayArgument)) giveWay();
// The parsers take long to load, so they are loaded here, with this process's priority. What they add to built-in objects is
// no document's doing.
const loaded = import('./answer-job.ts').then(({ answerJob }) => ({ answerJob, isUntouched: watchBuiltIns() }));
process.on('message', async (job: ProcessJob) => {
  const { answerJob, isUntouched } = await loaded;
  try {
    const response = await answerJob(job);
    send({ response, bytes: sizeOf(response), isWorn: !isUntouched() });
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  // Most of these processes are killed, so they could not do it at their end. It takes no time when nothing is new.
  flushCompileCache();
});
