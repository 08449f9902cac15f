import { describeFinding } from '#eventstore/finding.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { printable, printJson, say } from './print.ts';

/** Milliseconds between two lines of progress. */
const progressEvery = 5_000;

/** --json prints one object for each finding and the summary last. Exit code 2: it could not read the log. */
export const verify: LogCommand = {
  words: '',
  does: 'looks for events that were changed, removed, moved or forged; exit code 1 when there are',
  takes: [0, 0],
  // One statement compares the ends of all streams.
  pool: { statementTimeout: 30 * 60_000 },
  run: async ({ store }, { json }) => {
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
      for await (const finding of store.verify(onProgress)) {
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
    const verdict =
      findings === 0
        ? 'the log is as it was appended, as far as its own database can tell'
        : `${findings} streams or parts of the log are not as they were appended`;
    say(json, `${events} events: ${verdict}`, { events, findings });
    if (findings > 0) process.exitCode = 1;
  },
};
