import { type RefusalKind, RefusedError } from '#domain/core/problem.ts';
import { beginning } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { commandIdOf, type ResponseBody } from './command.ts';
import type { Received } from './route.ts';

/** Refusals that say something about one thing. All others, such as an outage, end the whole call. */
const ofOneThing: readonly RefusalKind[] = ['conflict', 'invalid', 'not-found'];

type Code = Readonly<{ code: string; parameters?: Readonly<Record<string, string | number>> | undefined }>;

/** What was decided about many things. @property refused those that stay as they are, and why. */
export type EachDecided = Readonly<{
  decided: string[];
  refused: (Code & Readonly<{ id: string }>)[];
  position: string;
}>;

/**
 * Decides about things one after the other. Each gets its own event, with the same correlation id, so that the work on many is a large
 * task that leaves room for others. One that is refused does not stop the others. A call that is cut in the middle and repeated with its
 * idempotency key decides the rest.
 *
 * @param noun   keeps the ids of the commands apart from those of other nouns.
 * @param decide gets the id of the command.
 */
export const decideEach = async <Asked extends Readonly<{ id: string }>>(
  request: Pick<Received, 'c' | 'caller'>,
  noun: string,
  asked: readonly Asked[],
  decide: (each: Asked, commandId: string) => Promise<ResponseBody>,
): Promise<EachDecided> => {
  const act = commandIdOf(request);
  const decided: string[] = [];
  const refused: EachDecided['refused'] = [];
  let position = beginning;
  // A thing that is named twice is decided once.
  for (const each of new Map(asked.map((one) => [one.id, one])).values()) {
    try {
      const done = await decide(each, uuidV5(porticoNamespace, `${act}/${noun}-${each.id}`));
      position = String(done.position);
      decided.push(each.id);
    } catch (error) {
      if (!(error instanceof RefusedError && ofOneThing.includes(error.refusal.refused))) throw error;
      const [{ code, parameters }] = error.refusal.problems;
      refused.push({ id: each.id, code, ...(parameters && { parameters }) });
    }
  }
  return { decided, refused, position };
};
