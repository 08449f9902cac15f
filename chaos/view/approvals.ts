import { type ApprovalState, personOfChange } from '#domain/approval/approval.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/**
 * A request for a second person's approval.
 *
 * @property userId the person whom it is about. Undefined: nobody.
 * @property from   when it was asked for, in milliseconds.
 * @property to     when it waited no longer. Undefined: it waits.
 */
export type SeenApproval = {
  id: number;
  kind: string;
  hash: string;
  requestedBy: number;
  userId: number | undefined;
  from: number;
  to: number | undefined;
  state: ApprovalState;
};

const next: Partial<Record<PorticoEvent['type'], ApprovalState>> = {
  ApprovalGiven: 'approved',
  ApprovalDenied: 'denied',
  ApprovalWithdrawn: 'withdrawn',
  ApprovalLapsed: 'lapsed',
  ApprovalCarriedOut: 'carried-out',
};

/** What the log says about changes that need a second person. */
export const createSeenApprovals = () => {
  const approvals = new Map<number, SeenApproval>();
  const erased = new Set<number>();
  let peopleRule = false;
  return {
    all: approvals as ReadonlyMap<number, SeenApproval>,
    /** The people who are erased. */
    erased: erased as ReadonlySet<number>,
    /** Whether two people erase somebody. The sweep never ends that. */
    isByTwo: () => peopleRule,
    take: ({ type, data, meta }: RecordedEvent<PorticoEvent>): void => {
      const at = Date.parse(meta.time);
      if (type === 'PeopleRuleSet') peopleRule = data.twoPeople;
      if (type === 'UserErased') erased.add(data.userId);
      if (type === 'ApprovalRequested') {
        const { approvalId: id, requestedBy, hash, change } = data;
        const about = { kind: change.kind, userId: personOfChange(change) };
        approvals.set(id, { id, hash, requestedBy, ...about, from: at, to: undefined, state: 'waiting' });
      }
      const state = next[type];
      if (!state || !('approvalId' in data)) return;
      const approval = approvals.get(Number(data.approvalId));
      if (approval) Object.assign(approval, { state, to: approval.to ?? at });
    },
  };
};
