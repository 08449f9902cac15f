import { approvalRuleDecider, approvalRuleId, peopleRuleId } from '#domain/approval-rule/approval-rule.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { guardOf } from '#eventstore/guards.ts';
import type { ApprovalOf, ChangeKind, Services } from './change-kind.ts';
import { send } from './send.ts';

const approved = { otherAdministrator: true, formerAdministrator: true, isApproved: true };

/** Returns whether an approval has ended its rule already: the event names as its cause an event of the approval. */
const hasEnded =
  (ruleId: number) =>
  async ({ store }: Services, { approvalId }: ApprovalOf<'rule' | 'people-rule'>): Promise<boolean> => {
    const causes = new Set((await store.read(streamOf('approval', approvalId))).map(({ id }) => id));
    const settings = await store.read(streamOf(approvalRuleDecider.noun, ruleId));
    return settings.some(({ meta }) => meta.causationId !== undefined && causes.has(meta.causationId));
  };

/** The end of an environment's rule. */
export const ruleChange: ChangeKind<'rule'> = {
  request: 'approval-rule.set',
  applicationOf: async () => null,
  mayAsk: async () => true,
  isRequested: hasEnded(approvalRuleId),
  // Whoever changes a deployment alone passes it.
  enter: async ({ store }) => ({ guards: await store.readGuards([guardOf(approvalRuleDecider, approvalRuleId)]) }),
  send: async (services, cause, { change: { environment, undoes } }, by) => {
    const set = { type: 'SetApprovalRule', data: { environment, twoPeople: false, ...approved } } as const;
    const done = await send(services, cause, approvalRuleDecider, approvalRuleId, set, { ...by, undoes });
    return isRefusal(done) ? 'refused' : undefined;
  },
};

/** The end of the rule about people. */
export const peopleRuleChange: ChangeKind<'people-rule'> = {
  request: 'approval-rule.set',
  applicationOf: async () => null,
  mayAsk: async () => true,
  isRequested: hasEnded(peopleRuleId),
  // Whoever does alone what two people do passes it.
  enter: async ({ store }) => ({ guards: await store.readGuards([guardOf(approvalRuleDecider, peopleRuleId)]) }),
  send: async (services, cause, { change: { undoes } }, by) => {
    const set = { type: 'SetPeopleRule', data: { twoPeople: false, ...approved } } as const;
    const done = await send(services, cause, approvalRuleDecider, peopleRuleId, set, { ...by, undoes });
    return isRefusal(done) ? 'refused' : undefined;
  },
};
