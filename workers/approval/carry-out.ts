import type { ApprovalCommand, ApprovedChange, Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { Actor } from '#domain/core/actor.ts';
import { type Action, may } from '#domain/core/authorization.ts';
import type { EventActor } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { Position, RecordedEvent } from '#eventstore/event-store.ts';
import { whileGuardsMove } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { findPersonById } from '#projections/person.ts';
import type { ApprovalOf, ChangeKind, KnownApproval, Services } from './change-kind.ts';
import { deploymentChange } from './deployment-change.ts';
import { administratorChange, erasureChange } from './people-change.ts';
import { replayChange } from './replay-change.ts';
import { peopleRuleChange, ruleChange } from './rule-change.ts';
import { send } from './send.ts';

type Kind = ApprovedChange['kind'];

const kinds: { readonly [Each in Kind]: ChangeKind<Each> } = {
  deployment: deploymentChange,
  rule: ruleChange,
  replay: replayChange,
  'people-rule': peopleRuleChange,
  administrator: administratorChange,
  erasure: erasureChange,
};

/** Returns how a change is carried out. The change and its kind belong together. */
const kindOf = ({ change }: KnownApproval): ChangeKind<Kind> => kinds[change.kind] as ChangeKind<Kind>;

/** Returns the person, if they may do this now. */
const allowed = async (
  { pool }: Services,
  userId: number,
  action: Action,
  resource: Readonly<{ applicationId: number | null }>,
): Promise<Actor | undefined> => {
  const person = await findPersonById(pool, userId);
  return person?.active && may(person.actor, action, resource) ? person.actor : undefined;
};

/**
 * Returns who carries an approved change out, or why it lapses: somebody was disabled, or has lost the right that they had when they
 * asked or approved.
 */
export const rightsNow = async (services: Services, approval: KnownApproval): Promise<EventActor | Lapse> => {
  const { change, requestedBy, approvedBy } = approval;
  const kind = kindOf(approval);
  const resource = { applicationId: await kind.applicationOf(services, change) };
  const requester = await allowed(services, requestedBy, kind.request, resource);
  if (!requester || !(await kind.mayAsk(services, requester, change))) return 'requester-may-not';
  if (!(await allowed(services, approvedBy ?? 0, 'approval.decide', resource))) return 'approver-may-not';
  const { userId, organizationId, roles } = requester;
  return { userId, organizationId, roles };
};

/** Returns who asked, as they were then. */
const whoAsked = async ({ store }: Services, approvalId: number): Promise<EventActor> => {
  const [asked] = await store.read(streamOf('approval', approvalId));
  if (!asked) throw new Error('an approval begins with its request');
  return asked.meta.actor;
};

/**
 * Carries an approved change out as the command of whoever asked for it, or lets the approval lapse. May be called again from any point:
 * each command has its effect once.
 *
 * @param cause the event of the approval.
 * @returns the position of what it wrote last, if it wrote something.
 */
export const carryOut = async (
  services: Services,
  cause: RecordedEvent,
  approvalId: number,
): Promise<Position | undefined> => {
  const approval = await loadState(services.store, approvalDecider, approvalId);
  if (approval.status !== 'approved') return undefined;
  const end = async (command: ApprovalCommand) => {
    const done = await send(services, cause, approvalDecider, approvalId, command);
    return isRefusal(done) ? undefined : done.position;
  };
  const lapse = (why: Lapse) => end({ type: 'LapseApproval', data: { lapse: why } });
  const conclude = () => end({ type: 'CarryOutApproval', data: {} });
  const kind = kindOf(approval);
  if (await kind.isRequested(services, approval as ApprovalOf<Kind>)) return await conclude();
  const hasBegun = (await kind.hasBegun?.(services, approval as ApprovalOf<Kind>)) ?? false;
  const refused = await whileGuardsMove(async () => {
    if (hasBegun) {
      const actor = await whoAsked(services, approvalId);
      return await kind.send(services, cause, approval as ApprovalOf<Kind>, { actor, guards: [] });
    }
    const { lapse: gone, guards } = await kind.enter(services, approval as ApprovalOf<Kind>);
    if (gone === 'gone') return gone;
    const actor = await rightsNow(services, approval);
    if (typeof actor === 'string') return actor;
    return gone ?? (await kind.send(services, cause, approval as ApprovalOf<Kind>, { actor, guards }));
  });
  if (refused) return await lapse(isRefusal(refused) ? 'refused' : refused);
  return await conclude();
};
