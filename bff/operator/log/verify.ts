import { describeFinding } from '#eventstore/finding.ts';
import { readCheckpointFile } from '#eventstore/merkle/checkpoint-lines.ts';
import { recordVerification } from '#eventstore/record-verification.ts';
import { lacksSeals, sealsSentence } from '#eventstore/tell-of-seals.ts';
import { printable } from '#platform/printable.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { printJson, say } from './print.ts';

/** Milliseconds between two lines of progress. */
const progressEvery = 5_000;

/** @throws OperatorError for a file that can't be read. */
const hasCheckpoints = async (file: string, log: string): Promise<boolean> => {
  try {
    for await (const _ of readCheckpointFile(file, log)) return true;
    return false;
  } catch (error) {
    throw new OperatorError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
};

/** --json prints one object for each finding and the summary last. Exit code 2: it could not read the log. */
export const verify: LogCommand = {
  words: '',
  does: 'looks for events that were changed, removed, moved or forged; exit code 1 when there are',
  takes: [0, 0],
  options: ['checkpoints'],
  isReader: true,
  // One statement compares the ends of all streams.
  pool: { statementTimeout: 30 * 60_000 },
  run: async ({ store, settings, verifier, sealCheck }, { json, checkpoints: file }) => {
    const log = verifier.name;
    if (file !== '' && !(await hasCheckpoints(file, log)))
      throw new OperatorError(`${file} has no checkpoint of this log, ${log}.`, 2);
    let events = 0;
    let findings = 0;
    let told = performance.now();
    const onProgress = (count: number) => {
      events = count;
      if (performance.now() - told < progressEvery) return;
      told = performance.now();
      console.error(`${events} events looked at, ${findings} wrong`);
    };
    try {
      for await (const finding of store.verify(
        onProgress,
        file === '' ? undefined : () => readCheckpointFile(file, log),
      )) {
        findings += 1;
        if (json) printJson(finding);
        else console.log(printable(describeFinding(finding)));
      }
    } catch (error) {
      throw new OperatorError(
        `The log could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
        2,
      );
    }
    const own = settings.EVENTSTORE_URL ? 'KurrentDB and the database' : 'its own database';
    const verdict =
      findings === 0
        ? `the log is as it was appended, as far as ${file === '' ? own : 'the checkpoints kept outside'} can tell`
        : `${findings} streams or parts of the log are not as they were appended`;
    const isOpen = await lacksSeals(store);
    say(json, `${events} events: ${verdict}`, { events, findings, sealsDemanded: !isOpen });
    if (isOpen && !json) console.log(`${sealsSentence}.`);
    if (findings > 0) process.exitCode = 1;
    // Without the keys this process can't write into the log what others would take.
    const isKnown = await sealCheck.checkKeys().then(
      () => true,
      (error: unknown) => console.error(reasonOf(error)),
    );
    if (!isKnown) {
      process.exitCode = 1;
      return;
    }
    // What was found counts more than its record.
    await recordVerification(store, { by: 'operator', events, findings }).catch((error: unknown) =>
      console.error(`The verification is not in the trail: ${reasonOf(error)}`),
    );
  },
};
