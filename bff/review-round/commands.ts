import { may } from '#domain/core/authorization.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { closeReviewRound, decideReviewLines, startReviewRound } from '#domain/review-round/calls.ts';
import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { decideLines } from './decide.ts';
import { readRound, sightOf } from './row.ts';
import { standingLines } from './standing.ts';

/** Two open rounds about the same would ask for each decision twice. @throws RefusedError */
const refuseSecond = async ({ db }: Services, organizationId: number | null): Promise<void> => {
  const open = await db
    .selectFrom('review_rounds')
    .select('id')
    .where('closed_at', 'is', null)
    .where((where) => where('organization_id', 'is not distinct from', organizationId))
    .executeTakeFirst();
  if (open) throw new RefusedError(refuse('conflict', { code: 'review-round.open-already' }));
};

export const reviewRoundCommands = [
  route(startReviewRound, {
    action: 'review-round.start',
    summary:
      'Start a review of all access, keys and roles that stand now; external auditors start one of their own company',
    handle: async (request) => {
      const { actor, body, services } = request;
      // An auditor of a partner has their own company reviewed.
      const organizationId = may(actor, 'review-round.start') ? null : actor.organizationId;
      authorizeOpenly(actor, 'review-round.start', organizationId === null ? {} : { organizationId });
      return await runCommand(request, body, async () => {
        const now = services.now();
        const dueAt = endOfDay(body.dueOn);
        if (Date.parse(dueAt) <= now.getTime()) throw invalidField('dueOn', 'review-round.due-past');
        await refuseSecond(services, organizationId);
        const lines = await standingLines(services, organizationId);
        const reviewRoundId = await newId(services.pool, 'review-round');
        const startedAt = now.toISOString();
        return {
          decider: reviewRoundDecider,
          id: reviewRoundId,
          isNew: true,
          command: {
            type: 'StartReview',
            data: { reviewRoundId, organizationId, startedBy: actor.userId, startedAt, dueAt, lines },
          } as const,
          response: { id: reviewRoundId, lines: lines.length },
        };
      });
    },
  }),
  route(decideReviewLines, {
    action: 'review-round.decide',
    summary: 'Keep or revoke many lines of a review with one reason',
    handle: decideLines,
  }),
  route(closeReviewRound, {
    action: 'review-round.close',
    summary: 'Close a review. What nobody has decided stays as it is',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      const { id } = parameters;
      authorizeOpenly(actor, 'review-round.list');
      return await runCommand(request, parameters, async () => {
        const { started_for: organizationId } = await readRound(services.db, sightOf(actor), id);
        authorizeOpenly(actor, 'review-round.close', { organizationId });
        return {
          decider: reviewRoundDecider,
          id,
          command: { type: 'CloseReview', data: { closedBy: actor.userId } } as const,
          response: { entityId: id },
        };
      });
    },
  }),
];
