import type { Command, Decider } from '#domain/core/decider.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { commandIdOf, runCommand } from '../../http/command.ts';
import type { Received } from '../../http/route.ts';
import { enterAsOnePerson } from './second-person.ts';

/** Returns whether somebody has begun to erase a person, or has done it. From then on nobody else has to approve it. */
export const hasBegunErasure = (state: object): boolean =>
  ('erasing' in state && state.erasing === true) || ('erased' in state && state.erased === true);

/**
 * Says in the log that one person erases somebody, before anything is destroyed. The rule that two people do it comes before that, and
 * nothing is erased, or after it, and the erasing is carried to its end.
 *
 * @throws RefusedError when the rule began meanwhile.
 */
export const beginErasure = async <
  State extends object,
  Begin extends Command<'BeginErasure', object>,
  E extends PorticoEvent,
>(
  request: Received,
  decider: Decider<State, Begin, E>,
  id: number,
): Promise<void> => {
  const { actor, body, services } = request;
  const prepare = async () => {
    const command = { type: 'BeginErasure', data: {} } as Begin;
    const decided = decider.decide(command, await loadState(services.store, decider, id));
    // What is refused, begun or done already, is answered as ever.
    const guards = isRefusal(decided) || decided.length === 0 ? [] : await enterAsOnePerson(services, actor.userId);
    return { decider, id, command, guards, response: {} };
  };
  await runCommand(request, body, prepare, uuidV5(porticoNamespace, `${commandIdOf(request)}/erasure`));
};
