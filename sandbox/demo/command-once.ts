import { newId } from '../../bff/http/new-id.ts';
import type { Command, Decider } from '../../domain/core/decider.ts';
import type { EventActor } from '../../domain/core/event.ts';
import type { Noun } from '../../domain/core/id.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import type { PorticoEvent } from '../../domain/event-catalogue.ts';
import type { EventStore } from '../../eventstore/event-store.ts';
import { execute } from '../../eventstore/execute.ts';
import type { Pool } from '../../platform/database.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';

type Open = Readonly<{ store: EventStore<PorticoEvent>; pool: Pool }>;

/**
 * Sends a command of the demo. It has an id that is made from its name, so a later start changes nothing.
 *
 * @param noun     of the id that the command gets.
 * @param streamOf returns the stream's id, where it is not the new id.
 * @returns the id.
 */
export const commandOnce = async <State, C extends Command, E extends PorticoEvent>(
  { store, pool }: Open,
  { name, actor, noun }: Readonly<{ name: string; actor: EventActor; noun: Noun }>,
  decider: Decider<State, C, E>,
  command: (id: number, commandId: string) => C | Promise<C>,
  streamOf: (id: number) => number | string = (id) => id,
): Promise<number> => {
  const commandId = uuidV5(porticoNamespace, `demo/${name}`);
  const known = await store.findCommand(commandId);
  if (known) return Number(known.outcome.id);
  const id = await newId(pool, noun);
  const meta = { actor, commandId, correlationId: commandId, time: new Date().toISOString() };
  const done = await execute({
    store,
    decider,
    id: streamOf(id),
    command: await command(id, commandId),
    meta,
    outcome: { id },
  });
  if (isRefusal(done)) throw new Error(`the demo's ${name} was refused: ${done.problems[0].code}`);
  return id;
};
