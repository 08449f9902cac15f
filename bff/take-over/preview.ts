import { notFound, RefusedError } from '#domain/core/problem.ts';
import { previewTakeOver } from '#domain/take-over/calls.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { TakeOverPreview } from '#domain/take-over/preview.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { loadState } from '#eventstore/load.ts';
import { findObject } from '../gateway-object/find-object.ts';
import { refuseOwn } from '../gateway-object/refusals.ts';
import { authorize, route } from '../http/route.ts';
import { readForeignService } from './read-foreign-service.ts';
import { shownOf } from './shown.ts';

export const takeOverPreviews = [
  route(previewTakeOver, {
    action: 'gateway-object.read',
    summary: "What of somebody else's service could be a deployment of this portal, and what could not",
    handle: async ({ services: { db, store }, actor, parameters: { id }, query }): Promise<TakeOverPreview> => {
      authorize(actor, 'gateway-object.read');
      const { found, gatewayId, asOf } = await findObject(db, { kind: 'service', id, gatewayId: query.gatewayId });
      refuseOwn(found);
      const seen = await readForeignService(db, { gatewayId, serviceId: id });
      if (!seen) throw new RefusedError(notFound());
      const { status, isSkipped } = await loadState(store, takeOverDecider, takeOverIdOf(gatewayId, id));
      return {
        id,
        gatewayId,
        name: found.name,
        asOf: asOf?.toISOString() ?? null,
        seen: seen.state,
        progress: isSkipped ? 'skipped' : status === 'none' ? null : status,
        ...shownOf(seen.foreign),
      };
    },
  }),
];
