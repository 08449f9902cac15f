import type { PlacedSubject } from '#domain/core/operation-kind.ts';
import type { ReconciliationRequest } from '#domain/reconciliation/reconciliation.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { Run } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * What is on a gateway and should not be, or not so.
 *
 * @property isGone all that stands at its place goes with it.
 */
export type LeftOver = PlacedSubject & Readonly<{ isGone?: true }>;

/**
 * A noun whose things stand at gateways, in `workers/<noun>/at-gateway.ts`. The tags of their entities have the noun's name
 * and their id.
 *
 * @property reconcile brings the gateway back to the log's state of the run's subject. It needs the same lease as the
 *   subject's own operations, so none of them runs meanwhile. A later one makes all changes itself.
 * @property request   requests this, once for each cause. Ignores a thing that the log does not know: it belongs to
 *   somebody else.
 * @property leftOvers returns the things of this noun that a gateway holds although they are gone, or not as they should be.
 * @property missing   returns the ids of those that should work but are not on the gateway.
 */
export type NounAtGateway = Readonly<{
  reconcile: (run: Run) => Promise<void>;
  request: (
    services: WorkerServices,
    id: string,
    reason: ReconciliationRequest['reason'],
    cause: string,
  ) => Promise<void>;
  leftOvers: (services: WorkerServices, actual: readonly FoundEntity[]) => Promise<readonly LeftOver[]>;
  missing: (services: WorkerServices, gatewayId: number, actual: readonly FoundEntity[]) => Promise<readonly number[]>;
}>;
