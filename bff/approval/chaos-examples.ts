import type { LogView } from '#chaos/log-view.ts';
import type { ChaosCommands } from '#chaos/noun-commands.ts';
import type { SeenApproval } from '#chaos/view/approvals.ts';
import type { PersonName } from '#chaos/world/people.ts';
import { peopleRuleId } from '#domain/approval-rule/approval-rule.ts';

const ruleStream = `approval-rule-${peopleRuleId}`;

/** Both administrators ask for erasing whom the sweep has deleted, and decide about it. The rule stays once it is on. */
export const commands: ChaosCommands = ({ view, facts, random }) => {
  const { approvals, people } = view;
  const ada = facts.userIds['ada-lindqvist'];
  const either = (): PersonName => (random.chance(0.5) ? 'ada-lindqvist' : 'elias-brandt');
  const waiting = () => [...approvals.all.values()].filter(({ state }) => state === 'waiting');
  const departed = () =>
    [...people.all.values()].filter(
      ({ id, email }) =>
        email.startsWith('chaos.') && people.nowOf(id)?.status === 'deleted' && !approvals.erased.has(id),
    );
  const decide = (what: 'approve' | 'deny' | 'withdraw', bodyOf: (asked: SeenApproval) => object | undefined) => {
    const asked = random.pick(waiting());
    if (!asked) return undefined;
    const isOwn = what === 'withdraw';
    const who: PersonName = (asked.requestedBy === ada) === isOwn ? 'ada-lindqvist' : 'elias-brandt';
    const body = bodyOf(asked);
    const call = { method: 'POST', path: `/api/approvals/${asked.id}/${what}`, ...(body && { body }) } as const;
    return { who, call, stream: `approval-${asked.id}` };
  };
  return {
    'have people erased by two': {
      event: 'PeopleRuleSet',
      weight: () => (approvals.isByTwo() ? 0 : 3),
      wish: () =>
        approvals.isByTwo()
          ? undefined
          : {
              who: either(),
              call: { method: 'POST', path: '/api/approval-rules/people', body: { twoPeople: true } },
              stream: ruleStream,
              wasSo: (whole: LogView) => whole.approvals.isByTwo(),
            },
    },
    'ask to erase person': {
      event: 'ApprovalRequested',
      weight: 2,
      wish: () => {
        const person = random.pick(departed());
        if (!person || !approvals.isByTwo()) return undefined;
        const { id } = person;
        return {
          who: either(),
          call: { method: 'POST', path: '/api/user/erase', body: { id } },
          // Somebody else has asked for it already, or they are erased.
          wasSo: (whole: LogView, from: number, to: number) =>
            whole.approvals.erased.has(id) ||
            [...whole.approvals.all.values()].some(
              (each) => each.userId === id && each.from <= to && (each.to ?? Number.POSITIVE_INFINITY) >= from,
            ),
        };
      },
    },
    'approve change': {
      event: 'ApprovalGiven',
      weight: 2,
      wish: () => decide('approve', ({ hash }) => ({ hash, note: 'As agreed' })),
    },
    'deny change': { event: 'ApprovalDenied', weight: 0.3, wish: () => decide('deny', () => ({ note: 'Not now' })) },
    'withdraw change': { event: 'ApprovalWithdrawn', weight: 0.3, wish: () => decide('withdraw', () => undefined) },
  };
};
