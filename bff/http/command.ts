import { createHash } from 'node:crypto';
import type { Command, Decider } from '#domain/core/decider.ts';
import { isRefusal, type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { reviewUndo } from '#domain/undo/undo.ts';
import { type RecordedEvent, ReusedCommandError, type UsedGuard } from '#eventstore/event-store.ts';
import { askedBy, execute } from '#eventstore/execute.ts';
import { whileGuardsMove } from '#eventstore/guards.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { answersOf } from './answers.ts';
import { refusalOfOlderForm } from './changed-since.ts';
import { eventMeta } from './event-meta.ts';
import { changedSinceRead, type Difference, type Form } from './older-form.ts';
import type { Received } from './route.ts';
import { undoesOf } from './undoes.ts';

type Commanded = Pick<Received, 'c' | 'services' | 'caller' | 'action'>;

/** A command's response: ids and the position to read at, never a secret. */
export type ResponseBody = Readonly<Record<string, unknown>>;

const keyPattern = /^[\x21-\x7e]{8,200}$/;

/** The same `Idempotency-Key` of the same user is the same command, and so is a call that is looked at again. */
export const commandIdOf = ({ c, caller }: Pick<Commanded, 'c' | 'caller'>): string => {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !keyPattern.test(key))
    throw new RefusedError(refuse('invalid', { code: 'idempotency-key.invalid' }));
  const id =
    c.get('commandId') ??
    (key === undefined ? randomId() : uuidV5(porticoNamespace, `command/${caller.actor.userId}/${key}`));
  c.set('commandId', id);
  return id;
};

/** What a command needs besides its HTTP request. */
type Prepared<State, C extends Command, E extends PorticoEvent> = Readonly<{
  decider: Decider<State, C, E>;
  id: number | string;
  isNew?: boolean;
  command: C;
  authorize?: (state: State) => Refusal | undefined;
  /** The form that changes what exists. An older one is refused, and the response has the next `basedOn`. */
  form?: Form<State>;
  /**
   * A second person is asked: the change says itself which entry it undoes, once it is made. `rest`: the command saves what nobody has to
   * approve, so undoing leaves nothing for it.
   */
  asksFirst?: true | 'rest';
  /** Fields that it ends beside whatever it changes, also when it undoes something else. */
  lapsed?: readonly string[];
  /** The failed operation that it answers, once that is checked. A call that checks none refuses the header. */
  answers?: string | undefined;
  /** Somebody has asked since for what it answers. */
  isOvertaken?: boolean | undefined;
  /** What the command's facts were read under (`readGuards`). */
  guards?: readonly UsedGuard[];
  /** May depend on the events and on the state before them. */
  response: ResponseBody | ((events: readonly E[], state: State) => ResponseBody);
}>;

/**
 * Runs one command, once for each idempotency key. The events record actor, time, client, session and the route's action.
 *
 * @param content the requested change. The same key with another content is refused.
 * @param prepare checks, allocates ids, encrypts secrets and makes the command. Not called for a known key. Called again
 *                when a guard has moved.
 * @param given   the command's id, where it does not come from the idempotency key: one request with several commands.
 * @returns the command's response with the `position` to read at.
 * @throws RefusedError when the rules say no.
 */
export const runCommand = async <State, C extends Command, E extends PorticoEvent>(
  called: Commanded,
  content: unknown,
  prepare: () => Promise<Prepared<State, C, E>>,
  given?: string,
): Promise<ResponseBody> => {
  const { c, caller, services } = called;
  const commandId = given ?? commandIdOf(called);
  const undoes = undoesOf(c);
  const answers = answersOf(c);
  const request = createHash('sha256')
    .update(`${c.req.method} ${c.req.path}\n${JSON.stringify(content)}${undoes === undefined ? '' : `\n${undoes}`}`)
    .update(answers === undefined ? '' : `\nanswers ${answers}`)
    .digest('hex');
  const meta = eventMeta(called, commandId);
  try {
    const known =
      given || c.req.header('idempotency-key')
        ? await services.store.findCommand(commandId, askedBy(caller.actor.userId, request))
        : undefined;
    if (known) return { ...known.outcome, position: known.position };
    const done = await whileGuardsMove(async () => {
      const { response, form, asksFirst, lapsed, answers: checked, isOvertaken, ...rest } = await prepare();
      if (answers !== checked) throw new RefusedError(refuse('invalid', { code: 'answer.not-here' }));
      const undone = asksFirst ? undefined : undoes;
      let older: Difference | undefined;
      const done = await execute({
        store: services.store,
        ...rest,
        meta: {
          ...meta,
          ...(undone !== undefined && { undoes: undone }),
          ...(answers !== undefined && !asksFirst && { answers }),
        },
        ...(undoes !== undefined &&
          asksFirst === 'rest' && {
            requires: (_events: readonly RecordedEvent<E>[], decided: readonly E[] = []) =>
              decided.length > 0 ? refuse('conflict', { code: 'undo.differs' }) : undefined,
          }),
        ...(undone !== undefined && {
          requires: (events: readonly RecordedEvent<E>[], decided?: readonly E[]) =>
            reviewUndo(events, undone, decided, lapsed),
        }),
        request,
        review: (events) => {
          older = form && changedSinceRead(rest.decider, events, form);
          if (older) return refuse('conflict', { code: 'form.older' });
          return isOvertaken ? refuse('conflict', { code: 'answer.overtaken' }) : undefined;
        },
        outcome: (events, state, after) => ({
          ...(typeof response === 'function' ? response(events, state) : response),
          ...(form && { basedOn: after }),
        }),
      });
      if (!older || !isRefusal(done)) return done;
      const changes = (await form?.inWords?.(older.changes)) ?? older.changes;
      return await refusalOfOlderForm(services.db, caller.actor, { ...older, changes });
    });
    if (isRefusal(done)) throw new RefusedError(done);
    return { ...done.outcome, position: done.position };
  } catch (error) {
    if (error instanceof ReusedCommandError)
      throw new RefusedError(refuse('conflict', { code: 'idempotency-key.reused' }));
    throw error;
  }
};
