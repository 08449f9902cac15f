import { approvalRuleDecider, approvalRuleId, needsTwo, peopleRuleId } from '#domain/approval-rule/approval-rule.ts';
import { getApprovalRules, setApprovalRule, setPeopleRule } from '#domain/approval-rule/calls.ts';
import { guardOf } from '#eventstore/guards.ts';
import { load } from '#eventstore/load.ts';
import { requestApproval } from '../approval/shared/request-approval.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { reviewUndoing } from '../http/undoes.ts';
import { otherAdministrators } from './shared/administrators.ts';
import { loadRule } from './shared/needs-two.ts';
import { loadPeopleRule } from './shared/second-person.ts';

/** What is done by two people (docs/product/approvals.md). */
export const approvalRuleRoutes = [
  route(getApprovalRules, {
    action: 'approval-rule.read',
    summary: 'What is done by two people: changes of deployments, by environment, and what is done about people',
    handle: async ({ actor, services }) => ({
      twoPeople: (await loadRule(services)).twoPeople,
      people: (await loadPeopleRule(services)).people,
      isAlone: !(await otherAdministrators(services, actor.userId)).otherAdministrator,
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
      const others = await otherAdministrators(services, actor.userId);
      const isAsked = !twoPeople && others.otherAdministrator && needsTwo(await loadRule(services), environment);
      if (isAsked)
        return await requestApproval(request, body, async () => {
          const { events, state } = await load(services.store, approvalRuleDecider, approvalRuleId);
          const data = { environment, twoPeople, ...others, isApproved: true };
          const decided = approvalRuleDecider.decide({ type: 'SetApprovalRule', data }, state);
          return { change: { kind: 'rule', environment, ...reviewUndoing(request, events, decided) } };
        });
      return await runCommand(request, body, async () => ({
        decider: approvalRuleDecider,
        id: approvalRuleId,
        // Whoever changes a deployment alone passes it.
        guards: await services.store.readGuards([guardOf(approvalRuleDecider, approvalRuleId)]),
        command: {
          type: 'SetApprovalRule',
          data: { environment, twoPeople, ...others, isApproved: false },
        } as const,
        response: {},
      }));
    },
  }),
  route(setPeopleRule, {
    action: 'approval-rule.set',
    fresh: true,
    summary:
      'Have two people erase somebody and give the portal administrator’s role, or ask a second person to end that',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'approval-rule.set');
      const { twoPeople } = body;
      const others = await otherAdministrators(services, actor.userId);
      const isAsked = !twoPeople && others.otherAdministrator && (await loadPeopleRule(services)).people;
      if (isAsked)
        return await requestApproval(request, body, async () => {
          const { events, state } = await load(services.store, approvalRuleDecider, peopleRuleId);
          const data = { twoPeople, ...others, isApproved: true };
          const decided = approvalRuleDecider.decide({ type: 'SetPeopleRule', data }, state);
          return { change: { kind: 'people-rule', ...reviewUndoing(request, events, decided) } };
        });
      return await runCommand(request, body, async () => ({
        decider: approvalRuleDecider,
        id: peopleRuleId,
        // Whoever does alone what two people do passes it.
        guards: await services.store.readGuards([guardOf(approvalRuleDecider, peopleRuleId)]),
        command: { type: 'SetPeopleRule', data: { twoPeople, ...others, isApproved: false } } as const,
        response: {},
      }));
    },
  }),
];
