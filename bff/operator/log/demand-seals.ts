import { byPortal } from '#domain/core/actor.ts';
import { installationDecider, installationId } from '#domain/installation/installation.ts';
import { execute } from '#eventstore/execute.ts';
import { whoUses } from '#eventstore/refuse-while-used.ts';
import { randomId } from '#platform/uuid.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';

/** The name of this command's own connections. */
const ownName = 'portico-log';

const plans = {
  no: 'From now on the portal takes no event without a seal of this installation. Older releases write none, and can no longer be started: you can no longer go back to them.',
  'older-key':
    'From now on the portal takes no event with a seal of an earlier key. Events from before stay as they are: keep the earlier keys in SEAL_KEYS.',
};

export const demandSeals: LogCommand = {
  words: '',
  does: 'takes only events with a seal of this installation from now on, and of the newest key in SEAL_KEYS',
  takes: [0, 0],
  options: ['yes'],
  run: async ({ store, pool, now }, { json, yes }) => {
    const demanded = await store.sealsDemanded();
    if (demanded === 'yes') return say(json, 'Seals are demanded already.', { demanded: false });
    // What a process of an older release, or with an older key, writes in the next moment would be lost.
    const who = await whoUses(pool, ownName);
    if (who !== '')
      throw new OperatorError(`These processes use the database, stop them first. Nothing was changed: ${who}`);
    await confirm(plans[demanded], yes);
    await store.refuseReleasesWithoutSeals();
    const commandId = randomId();
    await execute({
      store,
      decider: installationDecider,
      id: installationId,
      command: { type: 'DemandSeals', data: {} },
      meta: { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() },
    });
    say(json, 'Seals are demanded from now on. Start the processes.', { demanded: true });
  },
};
