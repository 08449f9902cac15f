import { resumeSubscription } from '#eventstore/subscription/lease.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';
import { resumeStream } from './resume-stream.ts';
import { findSubscriptions } from './subscriptions.ts';

export const resume: LogCommand = {
  words: '<projection> [<stream>]',
  does: 'tries a parked stream again, or lets a projection go on that is paused or has stopped',
  takes: [1, 2],
  options: ['yes'],
  run: async (operator, { words: [name = '', stream], json, yes }) => {
    const { pool } = operator;
    const found = await findSubscriptions(pool, name);
    if (stream !== undefined) return await resumeStream(operator, found, stream, { json, yes });
    const stopped = found.filter(({ state }) => state !== 'running');
    if (stopped.length === 0) throw new OperatorError(`${name} is not paused.`);
    await confirm(`${name} will go on with the event at which it stopped.`, yes);
    for (const subscription of stopped) await resumeSubscription(pool, subscription);
    say(json, `${name} is resumed. It goes on within seconds.`, { resumed: name });
  },
};
