import { createHash } from 'node:crypto';
import type { Actor } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { Event, EventMeta } from '#domain/core/event.ts';
import { type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { type Appended, ReusedCommandError } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { Request } from './route.ts';

type AnyRequest = Pick<Request<unknown, unknown, unknown>, 'c' | 'services' | 'caller'>;

/** What a command answers: ids and the position to read at, never a secret. */
export type Answer = Readonly<Record<string, unknown>>;

const keyPattern = /^[\x21-\x7e]{8,200}$/;

/** The same `Idempotency-Key` by the same user is the same command (decisions.md, "Calls"). */
const commandIdOf = ({ c, caller }: AnyRequest): string => {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return randomId();
  if (!keyPattern.test(key)) throw new RefusedError(refuse('invalid', { code: 'idempotency-key.invalid' }));
  return uuidV5(porticoNamespace, `command:${caller.actor.userId}:${key}`);
};

/** The `actor` part of an event's meta. */
export const eventActor = ({ userId, organizationId, roles }: Actor): EventMeta['actor'] => ({
  userId,
  organizationId,
  roles: [...roles],
});

const firstAnswer = (appended: Appended, fingerprint: string): Answer => {
  const { request, answer } = appended.outcome as { request?: string; answer?: Answer };
  if (request !== fingerprint) throw new RefusedError(refuse('conflict', { code: 'idempotency-key.reused' }));
  return { ...answer, position: appended.position };
};

/**
 * Runs one command for one request: once per idempotency key, with who, when and from where in the
 * events. `prepare` makes the command (allocating ids and sealing secrets) and runs only when the key is new.
 *
 * @returns what the command answers, with the `position` to read at.
 * @throws RefusedError when the rules say no.
 */
export const runCommand = async <State, C extends Command, E extends Event>(
  request: AnyRequest,
  content: unknown,
  prepare: () => Promise<{
    decider: Decider<State, C, E>;
    id: number | string;
    command: C;
    authorize?: (state: State) => Refusal | undefined;
    answer: Answer;
  }>,
): Promise<Answer> => {
  const { c, caller, services } = request;
  const commandId = commandIdOf(request);
  const fingerprint = createHash('sha256')
    .update(`${c.req.method} ${c.req.path}\n${JSON.stringify(content)}`)
    .digest('hex');

  if (c.req.header('idempotency-key')) {
    const known = await services.store.findCommand(commandId);
    if (known) return firstAnswer(known, fingerprint);
  }
  const { answer, ...rest } = await prepare();
  const meta: EventMeta = {
    actor: eventActor(caller.actor),
    commandId,
    correlationId: c.get('correlationId'),
    time: services.now().toISOString(),
    client: c.get('client'),
  };
  try {
    const done = await execute({ store: services.store, ...rest, meta, outcome: { request: fingerprint, answer } });
    if ('refused' in done) throw new RefusedError(done);
    return { ...answer, position: done.position };
  } catch (error) {
    // A double click: the other one was first, its answer is this one's too.
    if (!(error instanceof ReusedCommandError)) throw error;
    const known = await services.store.findCommand(commandId);
    if (!known) throw error;
    return firstAnswer(known, fingerprint);
  }
};
