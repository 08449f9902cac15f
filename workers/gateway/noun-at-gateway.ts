import type { PlacedSubject } from '#domain/core/operation-kind.ts';
import type { LostObject } from '#domain/drift/drift.ts';
import type { ReconciliationRequest } from '#domain/reconciliation/reconciliation.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import type { Held } from '#gateway/drift/lost-objects.ts';
import type { Run } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * What is on a gateway and should not be, or not so.
 *
 * @property isGone all that stands at its place goes with it.
 */
export type LeftOver = PlacedSubject & Readonly<{ isGone?: true }>;

/** What a look sees on a gateway. @property held by id. @property own what of it is Portico's. */
export type Seen = Readonly<{ held: Held; own: readonly FoundEntity[] }>;

/** A thing that works, but lacks something at its gateway. @property deploymentId at which it stands. */
type Suspect = Readonly<{ deploymentId: number; id: number }>;

/**
 * A noun whose things stand at gateways, in `workers/<noun>/at-gateway.ts`. The tags of their entities have the noun's name
 * and their id.
 *
 * @property reconcile brings the gateway back to the log's state of the run's subject. It needs the same lease as the
 *   subject's own operations, so none of them runs meanwhile. A later one makes all changes itself.
 * @property request   requests this, once for each cause. Ignores a thing that the log does not know: it belongs to
 *   somebody else.
 * @property leftOvers returns the things of this noun that a gateway holds although they are gone, or not as they should be.
 * @property suspects  compares all things of this noun on a gateway, as the read tables know them. The tables may be behind.
 * @property lost      returns what protects one of them and is lost, as the log knows it. Nobody works at its place meanwhile.
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
  suspects: (
    services: WorkerServices,
    session: GatewaySession,
    gatewayId: number,
    seen: Seen,
  ) => Promise<readonly Suspect[]>;
  lost: (services: WorkerServices, session: GatewaySession, id: number) => Promise<readonly LostObject[]>;
}>;
