import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { decideReviewLines } from '#domain/review-round/calls.ts';
import { obstacleOf, reviewRoundDecider, tableOf } from '#domain/review-round/decider.ts';
import type { KnownLine } from '#domain/review-round/review-round.ts';
import { mayDecideLine } from '#domain/review-round/who-decides.ts';
import { flagsOf, roleFlagNames, roleOfFlag, rolesOf } from '#domain/user/roles.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { lineInForce } from '#projections/review-lines-in-force.ts';
import { revocationOf } from '../access/revoke.ts';
import { findConsumer } from '../consumer/queries.ts';
import { removalOf } from '../consumer/removal.ts';
import { commandIdOf, runCommand } from '../http/command.ts';
import type { ReceivedOf } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { manageUser } from '../user/manage.ts';

type Request = ReceivedOf<typeof decideReviewLines>;
type Left = Readonly<{ line: number; code: string }>;

/** Takes a role away as the form of roles does: without company administrator a person is a company user. */
const takeRole = async (request: Request, { thingId, role }: KnownLine, commandId: string): Promise<unknown> => {
  const flag = roleFlagNames.find((name) => roleOfFlag[name] === role);
  if (!flag) throw new RefusedError(notFound());
  return await manageUser(
    request,
    thingId,
    { thingId, role },
    (manager, user) => ({
      command: {
        type: 'ChangeUser',
        data: { manager, change: { roles: rolesOf({ ...flagsOf(user.roles), [flag]: false }) } },
      },
    }),
    undefined,
    commandId,
  );
};

/** Revokes what a line is about by the command that always revokes it, so that all that follows one follows this. */
const revoke = async (request: Request, line: KnownLine, commandId: string): Promise<unknown> => {
  const { services } = request;
  const { kind, thingId } = line;
  if (kind === 'role') return await takeRole(request, line, commandId);
  if (kind !== 'key') return await runCommand(request, { thingId }, () => revocationOf(services, thingId), commandId);
  const prepare = async () => {
    const key = await findConsumer(services.db, thingId);
    if (!key) throw new RefusedError(notFound());
    return await removalOf(services, key);
  };
  return await runCommand(request, { thingId }, prepare, commandId);
};

/** Revokes lines one after the other. @returns which are revoked, and why others are not */
const revokeAll = async (request: Request, lines: readonly KnownLine[], act: string) => {
  const left: Left[] = [];
  const revoked: number[] = [];
  for (const line of lines) {
    try {
      await revoke(request, line, uuidV5(porticoNamespace, `${act}/review-line-${line.line}`));
      revoked.push(line.line);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.refused === 'unavailable') throw error;
      const { refused, problems } = error.refusal;
      left.push({ line: line.line, code: refused === 'not-found' ? 'review-round.line-ended' : problems[0].code });
    }
  }
  return { left, revoked };
};

/** Returns which lines of a round are about something that is gone, although nobody has recorded it yet. */
const goneAmong = async ({ pool }: Services, id: number, lines: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await pool.query<{ line: number }>(
    `select l.line from review_lines l where l.id = any($1) and not ${lineInForce}`,
    [lines.map((line) => `${id}-${line}`)],
  );
  return new Set(rows.map(({ line }) => line));
};

/**
 * Decides many lines in one act with one reason. What is to be revoked is revoked first, each by a command of its own, and recorded
 * then: no line says "revoked" of what still stands. A call that is cut in the middle and repeated with its idempotency key goes on.
 *
 * @returns what was decided, and what could not be: each line with the reason.
 * @throws RefusedError 404, and decides none, when the actor may not decide one of them.
 */
export const decideLines = async (request: Request) => {
  const { actor, body, parameters, services } = request;
  const { id } = parameters;
  const act = commandIdOf(request);
  const left: Left[] = [];
  return await runCommand(request, { id, ...body }, async () => {
    const state = await loadState(services.store, reviewRoundDecider, id);
    if (state.status === 'none') throw new RefusedError(notFound());
    const table = tableOf(state);
    const wanted = [...new Set(body.lines)];
    // Lines that are not there, and those of others, are alike.
    if (wanted.some((line) => !mayDecideLine(actor, table.lines.get(line) ?? noLine)))
      throw new RefusedError(notFound());
    if (state.status === 'closed') throw new RefusedError(refuse('conflict', { code: 'review-round.closed' }));
    left.length = 0;
    const decidable: KnownLine[] = [];
    const gone = await goneAmong(services, id, wanted);
    for (const line of wanted) {
      const code = obstacleOf(table, line, actor.userId) ?? (gone.has(line) ? 'review-round.line-ended' : undefined);
      const known = table.lines.get(line);
      if (code) left.push({ line, code });
      else if (known) decidable.push(known);
    }
    const { verdict, reason } = body;
    const done = verdict === 'revoked' ? await revokeAll(request, decidable, act) : undefined;
    if (done) left.push(...done.left);
    const lines = done?.revoked ?? decidable.map(({ line }) => line);
    return {
      decider: reviewRoundDecider,
      id,
      command: { type: 'DecideLines', data: { verdict, lines, decidedBy: actor.userId, reason } } as const,
      response: (events) => {
        const decided = events.flatMap(({ data }) => ('decidedBy' in data ? data.lines : []));
        const others = lines.filter((line) => !decided.includes(line));
        return {
          decided,
          // Somebody else was faster.
          left: [...left, ...others.map((line) => ({ line, code: 'review-round.line-decided' }))],
          closed: events.some(({ type }) => type === 'ReviewRoundClosed'),
        };
      },
    };
  });
};

/** A line that nobody but the portal's administrators may decide. */
const noLine = { kind: 'role', organizationId: 0, thingId: 0, role: null } as const;
