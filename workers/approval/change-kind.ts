import type { Approval, ApprovedChange, Lapse } from '#domain/approval/approval.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { Action } from '#domain/core/authorization.ts';
import type { EventActor } from '#domain/core/event.ts';
import type { RecordedEvent, UsedGuard } from '#eventstore/event-store.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

export type Services = Pick<WorkerServices, 'store' | 'pool' | 'subjectKeys'>;
export type KnownApproval = Exclude<Approval, { status: 'none' }>;
export type ChangeOf<Kind extends ApprovedChange['kind']> = Extract<ApprovedChange, { kind: Kind }>;
/** A request for one kind of change. */
export type ApprovalOf<Kind extends ApprovedChange['kind']> = KnownApproval & Readonly<{ change: ChangeOf<Kind> }>;

/** @property lapse why it can't be made any more. @property guards that the requester's command passes or raises. */
type Entered = Readonly<{ lapse?: Lapse | undefined; guards: readonly UsedGuard[] }>;

/**
 * How one kind of change is carried out.
 *
 * @property request what the requester's command needs.
 */
export type ChangeKind<Kind extends ApprovedChange['kind']> = Readonly<{ request: Action }> & {
  /** Returns the application whose maintainers may ask and approve. Null: none. */
  applicationOf(services: Services, change: ChangeOf<Kind>): Promise<number | null>;
  /** Returns whether somebody who has the right may ask for exactly this. */
  mayAsk(services: Services, requester: Actor, change: ChangeOf<Kind>): Promise<boolean>;
  /** Returns whether it was requested before the process died. From then on its operation decides what becomes of it. */
  isRequested(services: Services, approval: ApprovalOf<Kind>): Promise<boolean>;
  /**
   * Returns whether a process that died has done a part that nothing takes back. Then it is carried to its end, whoever may not do it any
   * more. Default: there is no such part.
   */
  hasBegun?(services: Services, approval: ApprovalOf<Kind>): Promise<boolean>;
  enter(services: Services, approval: ApprovalOf<Kind>): Promise<Entered>;
  /** Sends the requester's command. Returns why it lapses if the rules refuse it now. */
  send(
    services: Services,
    cause: RecordedEvent,
    approval: ApprovalOf<Kind>,
    by: Readonly<{ actor: EventActor; guards: readonly UsedGuard[] }>,
  ): Promise<Lapse | undefined>;
};
