import { pauseSubscription } from '#eventstore/subscription/lease.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';
import { findSubscriptions } from './subscriptions.ts';

export const pause: LogCommand = {
  words: '<projection>',
  does: 'stops a projection, or a consumer of the workers, until it is resumed',
  takes: [1, 1],
  options: ['yes'],
  run: async ({ pool }, { words: [name = ''], json, yes }) => {
    const found = await findSubscriptions(pool, name);
    if (found.every(({ state }) => state === 'paused')) throw new OperatorError(`${name} is paused already.`);
    const effect = found.some(({ isProjection }) => isProjection)
      ? 'Its read tables stay as they are, and the portal says at /readyz that it is not ready.'
      : 'Nothing that it starts is started meanwhile.';
    await confirm(`${name} will handle no event until it is resumed. ${effect}`, yes);
    for (const subscription of found) await pauseSubscription(pool, subscription);
    say(json, `${name} is paused. What it was doing ends within seconds. To go on: npm run log -- resume ${name}`, {
      paused: name,
    });
  },
};
