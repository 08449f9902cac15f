import { approvalRuleDecider, approvalRuleId, needsTwo } from '#domain/approval-rule/approval-rule.ts';
import { getApprovalRules, setApprovalRule } from '#domain/approval-rule/calls.ts';
import { approvalRequest } from '../approval/shared/request-approval.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { hasOtherAdministrator, loadRule } from './shared/needs-two.ts';

/** Which environments are changed by two people (docs/product/approvals.md). */
export const approvalRuleRoutes = [
  route(getApprovalRules, {
    action: 'approval-rule.read',
    summary: 'The environments whose deployments are changed by two people',
    handle: async ({ actor, services }) => ({
      twoPeople: (await loadRule(services)).twoPeople,
      isAlone: !(await hasOtherAdministrator(services, actor.userId)),
    }),
  }),
  route(setApprovalRule, {
    action: 'approval-rule.set',
    fresh: true,
    summary: 'Have the deployments of an environment changed by two people, or ask a second person to end that',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'approval-rule.set');
      const { environment, twoPeople } = body;
      const otherAdministrator = await hasOtherAdministrator(services, actor.userId);
      const isAsked = !twoPeople && otherAdministrator && needsTwo(await loadRule(services), environment);
      if (isAsked)
        return await runCommand(request, body, async () => {
          const asked = await approvalRequest(services, actor, { change: { kind: 'rule', environment } });
          return { ...asked, response: { approvalId: asked.id } };
        });
      return await runCommand(request, body, async () => ({
        decider: approvalRuleDecider,
        id: approvalRuleId,
        command: {
          type: 'SetApprovalRule',
          data: { environment, twoPeople, otherAdministrator, isApproved: false },
        } as const,
        response: {},
      }));
    },
  }),
];
