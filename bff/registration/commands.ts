import {
  approveOwnRegistration,
  approveRegistration,
  denyOwnRegistration,
  denyOwnRegistrations,
  denyRegistration,
  denyRegistrations,
  eraseRegistration,
} from '#domain/registration/calls.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { Registration } from '#domain/registration/registration.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { beginErasure } from '../approval-rule/shared/begin-erasure.ts';
import { runCommand } from '../http/command.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { checkApproval, finishApproval } from './approve.ts';
import { asksToEraseRequest, askToEraseRequest } from './ask-to-erase.ts';
import { confirmSignUpRoute } from './confirm.ts';
import { actionOf, authorizeDecision, decide, type Scope } from './decide.ts';
import { denyMany } from './deny-many.ts';
import { signUpRoute } from './sign-up.ts';

const approve = (call: typeof approveRegistration | typeof approveOwnRegistration, summary: string, scope: Scope) =>
  route(call, {
    action: actionOf[scope],
    fresh: ({ body }) => body.companyAdmin,
    summary,
    handle: async (request) => {
      const { actor, body, services } = request;
      const { accessRequestId: id, organizationId, firstname, lastname, email, companyAdmin } = body;
      await authorizeDecision(services, actor, scope, id);
      if (scope === 'own') authorize(actor, 'registration.decide-own', { organizationId });
      const { userId } = await decide(services, () =>
        runCommand(request, body, async () => {
          const guards = await checkApproval(services, body);
          return {
            decider: registrationDecider,
            id,
            guards,
            command: {
              type: 'BeginApproval',
              data: { organizationId, firstname, lastname, email, companyAdmin, decidedBy: actor.userId },
            } as const,
            response: (_events: unknown, state: Registration) =>
              state.status === 'none' ? {} : { userId: state.userId },
          };
        }),
      );
      return { userId, position: await finishApproval(services, id) };
    },
  });

const deny = (call: typeof denyRegistration | typeof denyOwnRegistration, summary: string, scope: Scope) =>
  route(call, {
    action: actionOf[scope],
    summary,
    handle: async (request) => {
      const { actor, body, services } = request;
      const { accessRequestId: id, reason } = body;
      await authorizeDecision(services, actor, scope, id);
      return await decide(services, () =>
        runCommand(request, body, async () => ({
          decider: registrationDecider,
          id,
          command: { type: 'DenyRegistration', data: { decidedBy: actor.userId, reason } } as const,
          response: { accessRequestId: id },
        })),
      );
    },
  });

const erase = route(eraseRegistration, {
  action: 'registration.decide',
  fresh: true,
  summary: 'Erase a denied request for good: everything that the log says about its person becomes unreadable',
  handle: async (request) => {
    const { actor, body, services } = request;
    authorizeOpenly(actor, 'registration.decide');
    const { pool, settings, store } = services;
    const { accessRequestId: id } = body;
    if (await asksToEraseRequest(request, id)) return await askToEraseRequest(request, id);
    await beginErasure(request, registrationDecider, id);
    const done = await runCommand(request, body, async () => {
      const denied = await loadState(store, registrationDecider, id);
      const isDue = denied.status === 'denied' && !denied.erased;
      // Nothing ends a denial, so the key may go before the event is written. What fails in between is ended by `eraseDue`.
      if (isDue) await createSubjectKeys(pool, settings.PORTICO_KEY).eraseSubject(denied.userId);
      const command = { type: 'EraseRegistration', data: {} } as const;
      return { decider: registrationDecider, id, command, response: { accessRequestId: id } };
    });
    await waitForPosition(pool, String(done.position), undefined, ['registrations']);
    return done;
  },
});

export const registrationCommands = [
  signUpRoute,
  confirmSignUpRoute,
  approve(approveRegistration, 'Approve a request for an account, which makes the user', 'all'),
  approve(
    approveOwnRegistration,
    "Approve a request of one's own organization's queue, which makes a user of that organization",
    'own',
  ),
  deny(denyRegistration, 'Deny a request for an account', 'all'),
  deny(denyOwnRegistration, "Deny a request of one's own organization's queue", 'own'),
  denyMany(denyRegistrations, 'Deny many requests for accounts with one reason', 'all'),
  denyMany(denyOwnRegistrations, "Deny many requests of one's own organization's queue with one reason", 'own'),
  erase,
];
