import { setTimeout as sleep } from 'node:timers/promises';
import { listParked, type ParkedStream, requestResume } from '#eventstore/subscription/parked-streams.ts';
import type { Pool } from '#platform/database.ts';
import { printable } from '#platform/printable.ts';
import type { Operator } from '../open-operator.ts';
import { OperatorError } from '../operator-error.ts';
import type { Asked } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';
import type { Subscription } from './subscriptions.ts';

/** Milliseconds to wait for a running projection. It looks for requests every second. */
const patience = 20_000;
const interval = 100;

const findParked = async (
  pool: Pool,
  subscriptions: readonly Subscription[],
  stream: string,
): Promise<readonly ParkedStream[]> =>
  (await Promise.all(subscriptions.map((subscription) => listParked(pool, subscription))))
    .flat()
    .filter((parked) => parked.stream === stream);

const placeOf = ({ fromVersion, eventType }: ParkedStream): string => `${eventType}, event ${fromVersion}`;

/**
 * Asks the runner of a projection to try a parked stream again, and waits for the result.
 *
 * @param subscriptions subscriptions of one name.
 * @throws OperatorError when the stream is not parked, fails again, or nobody has tried in time.
 */
export const resumeStream = async (
  { pool }: Operator,
  subscriptions: readonly Subscription[],
  stream: string,
  { json, yes }: Pick<Asked, 'json' | 'yes'>,
): Promise<void> => {
  const name = subscriptions[0]?.name ?? '';
  const before = await findParked(pool, subscriptions, stream);
  const [first] = before;
  if (!first) throw new OperatorError(`${printable(stream)} is not parked in ${name}.`);
  await confirm(
    `${name} will try ${stream} again, from ${placeOf(first)}. It stopped there with: ${printable(first.error)}`,
    yes,
  );
  for (const parked of before) await requestResume(pool, parked, stream);

  const deadline = performance.now() + patience;
  for (;;) {
    const now = await findParked(pool, subscriptions, stream);
    if (now.length === 0) break;
    const failed = now.find(({ version, attempts }) =>
      before.some((parked) => parked.version === version && attempts > parked.attempts),
    );
    if (failed)
      throw new OperatorError(
        `${stream} still can't be handled in ${name} (${placeOf(failed)}): ${printable(failed.error)}`,
      );
    if (performance.now() > deadline)
      throw new OperatorError(
        `Nobody has tried ${stream} in ${name} yet: it is tried as soon as ${name} runs. Does its process run, and is it not paused?`,
      );
    await sleep(interval);
  }
  say(json, `${stream} is resumed in ${name}: all of its events are handled.`, { resumed: name, stream });
};
