import { copierName, copyLog } from '#eventstore/copy/copy-log.ts';
import { CopyRefusedError } from '#eventstore/copy/copy-refused-error.ts';
import { UnavailableError } from '#eventstore/event-store.ts';
import { describeFinding } from '#eventstore/finding.ts';
import { faultOfEventStoreUrl } from '#platform/event-store-url.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import type { Operator } from '../open-operator.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';

/** Milliseconds between two lines of progress. */
const progressEvery = 5_000;

const plan = (prefix: string): string =>
  [
    `The event log will be copied from Postgres to the server, under ${prefix}. and compared there, hash by hash.`,
    'When everything is there and no process runs, Portico goes on there. There is no way back to Postgres.',
  ].join('\n');

/** A log that somebody has changed is not copied: at the server it would look whole. */
const requireSound = async ({ store }: Operator): Promise<void> => {
  for await (const finding of store.verify())
    throw new OperatorError(`The log is not copied: ${describeFinding(finding)}. See npm run log -- verify.`);
};

export const copy: LogCommand = {
  words: '',
  does: 'copies the log from Postgres to KurrentDB, where Portico then goes on; may be interrupted and started again',
  takes: [0, 0],
  options: ['to', 'yes'],
  pool: { applicationName: copierName, statementTimeout: 30 * 60_000 },
  run: async (operator, { to, json, yes }) => {
    const { settings } = operator;
    if (to === '') throw new UsageError('Write it like this: copy --to esdb://user:password@host:2113');
    const fault = faultOfEventStoreUrl(to);
    if (fault) throw new UsageError(`--to ${fault}`);
    if (settings.EVENTSTORE_URL)
      throw new OperatorError('EVENTSTORE_URL is set, so the log is there already. Copying begins in Postgres.');
    await confirm(plan(settings.EVENTSTORE_PREFIX), yes);
    await requireSound(operator);
    let told = performance.now();
    const onProgress = (events: number) => {
      if (performance.now() - told < progressEvery) return;
      told = performance.now();
      console.error(`${events} events are at the server`);
    };
    try {
      const { MIGRATION_DATABASE_URL: ownerUrl, EVENTSTORE_PREFIX } = settings;
      const done = await copyLog({ ownerUrl, url: to, prefix: `${EVENTSTORE_PREFIX}.`, onProgress });
      const { events, commands, guards, subscriptions } = done;
      say(
        json,
        [
          `${events} events, ${commands} commands and ${guards} guards are at the server. Each event there has the hash that it has here.`,
          `These go on where they were: ${subscriptions.join(', ') || 'none'}. The read tables are built anew from the first event.`,
          'Pages that are open begin again by themselves. A script that keeps a position hears position.unknown, and begins again.',
          'Set EVENTSTORE_URL for every process and start them.',
        ].join(' '),
        done,
      );
    } catch (error) {
      if (error instanceof CopyRefusedError) throw new OperatorError(`The log is not moved: ${error.message}.`);
      if (error instanceof UnavailableError)
        throw new OperatorError(`The copy stopped: ${reasonOf(error.cause)}. Run the same command again: it goes on.`);
      throw error;
    }
  },
};
