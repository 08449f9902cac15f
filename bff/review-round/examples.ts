import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import type { RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

const day = 86_400_000;
const canary = 'canary of a review';

/** Starts a review of one organization's key as its auditor would. Returns the round's id. */
const newRound = async (world: BffWorld, { organizationId, consumer, apiId, members }: Side): Promise<number> => {
  const reviewRoundId = await newId(world.pool, 'review-round');
  const now = world.services.now();
  const line = (number: number) => ({
    ...{ line: number, kind: 'key' as const, organizationId, thingId: consumer.consumerId, name: canary, nickname: '' },
    ...{ role: null, apiId, eventCategoryId: null, environment: 'DEV' as const },
    ...{ givenAt: now.toISOString(), lastUsed: null },
  });
  const data = {
    ...{ reviewRoundId, organizationId, startedBy: members.auditor.userId },
    ...{ startedAt: now.toISOString(), dueAt: new Date(now.getTime() + 30 * day).toISOString() },
    lines: [line(1), line(2)],
  };
  const command = { type: 'StartReview', data } as const;
  await world.shown(await world.seed.send(reviewRoundDecider, reviewRoundId, command, organizationId));
  return reviewRoundId;
};

/** Closes every open review, so that the next one may start. */
const closeAll = async (world: BffWorld): Promise<void> => {
  await world.allShown();
  const { rows } = await world.pool.query<{ id: number }>('select id from review_rounds where closed_at is null');
  for (const { id } of rows)
    await world.seed.send(reviewRoundDecider, id, { type: 'CloseReview', data: { closedBy: 1 } });
  await world.allShown();
};

export const examples: RouteExamples = {
  who: `
                                                  portal gateway admin user auditor support owner owningAdmin
    GET /api/review-rounds                  own   200    403     200   403  200     403     403   200
    GET /api/review-rounds/download         own   200    403     200   403  200     403     403   200
    POST /api/review-rounds                 own   403    403     403   403  200     403     403   403
    GET /api/review-round/{id}              own   200    403     200   403  200     403     403   200
    GET /api/review-round/{id}              other 200    403     404   403  200/404 403     403   404
    GET /api/review-round/{id}/lines        own   200    403     200   403  200     403     403   200
    GET /api/review-round/{id}/lines        other 200    403     404   403  200/404 403     403   404
    GET /api/review-round/{id}/lines/download own 200    403     200   403  200     403     403   200
    POST /api/review-round/{id}/decisions   own   200    403     200   403  403     403     403   200
    POST /api/review-round/{id}/decisions   other 200    403     404   403  403     403     403   404
    POST /api/review-round/{id}/close       own   403    403     403   403  200     403     403   403
    POST /api/review-round/{id}/close       other 403    403     404   403  200/404 403     403   404
    GET /api/review-round/{id}/report       own   200    403     200   403  200     403     403   200
    GET /api/review-round/{id}/report       other 200    403     404   403  200/404 403     403   404
  `,
  own: [
    'GET /api/review-rounds',
    'GET /api/review-rounds/download',
    'POST /api/review-rounds',
    'GET /api/review-round/{id}',
    'GET /api/review-round/{id}/lines',
    'GET /api/review-round/{id}/lines/download',
    'POST /api/review-round/{id}/decisions',
    'POST /api/review-round/{id}/close',
    'GET /api/review-round/{id}/report',
  ],
  calls: async (world) => {
    const rounds = new Map<Side, number>();
    for (const side of [world.acme, world.partner]) rounds.set(side, await newRound(world, side));
    return {
      'POST /api/review-rounds': async (_subject, allowed) => {
        if (allowed) await closeAll(world);
        return { target: '/api/review-rounds', json: { dueOn: '2099-12-31' } };
      },
      'GET /api/review-round/{id}': ({ owner }) => ({ target: `/api/review-round/${rounds.get(owner)}` }),
      'GET /api/review-round/{id}/lines': ({ owner }) => ({ target: `/api/review-round/${rounds.get(owner)}/lines` }),
      'GET /api/review-round/{id}/lines/download': ({ owner }) => ({
        target: `/api/review-round/${rounds.get(owner)}/lines/download`,
      }),
      'POST /api/review-round/{id}/decisions': async ({ owner }, allowed) => ({
        target: `/api/review-round/${allowed ? await newRound(world, owner) : rounds.get(owner)}/decisions`,
        json: { lines: [1], verdict: 'kept', reason: 'Still needed' },
      }),
      'POST /api/review-round/{id}/close': async ({ owner }, allowed) => ({
        target: `/api/review-round/${allowed ? await newRound(world, owner) : rounds.get(owner)}/close`,
      }),
      'GET /api/review-round/{id}/report': ({ owner }) => ({ target: `/api/review-round/${rounds.get(owner)}/report` }),
    };
  },
  probes: {
    'review to read': {
      of: (world) => newRound(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/review-round/${id}` }),
    },
    'lines of a review to read': {
      of: (world) => newRound(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/review-round/${id}/lines` }),
    },
    'lines of a review to decide': {
      of: (world) => newRound(world, world.acme),
      ask: (_world, id) => ({
        method: 'POST',
        target: `/api/review-round/${id}/decisions`,
        json: { lines: [1], verdict: 'revoked', reason: 'Not theirs' },
      }),
    },
    'review to close': {
      of: (world) => newRound(world, world.acme),
      ask: (_world, id) => ({ method: 'POST', target: `/api/review-round/${id}/close` }),
    },
    'report of a review': {
      of: (world) => newRound(world, world.acme),
      ask: (_world, id) => ({ method: 'GET', target: `/api/review-round/${id}/report` }),
    },
  },
  canaries: () => [canary],
};
