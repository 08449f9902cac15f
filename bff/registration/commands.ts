import { registrationDecider } from '#domain/registration/decider.ts';
import type { Registration } from '#domain/registration/registration.ts';
import {
  approveRegistrationBody,
  denyRegistrationBody,
  eraseRegistrationBody,
  registrationApproved,
  registrationDenied,
} from '#domain/registration/schema.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { runCommand } from '../http/command.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { checkApproval, finishApproval } from './approve.ts';
import { confirmSignUp } from './confirm.ts';
import { actionOf, authorizeDecision, decide, type Scope } from './decide.ts';
import { denyMany } from './deny-many.ts';
import { signUp } from './sign-up.ts';

const approve = (path: string, summary: string, scope: Scope) =>
  route({
    method: 'post',
    path,
    action: actionOf[scope],
    summary,
    body: approveRegistrationBody,
    response: registrationApproved,
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

const deny = (path: string, summary: string, scope: Scope) =>
  route({
    method: 'post',
    path,
    action: actionOf[scope],
    summary,
    body: denyRegistrationBody,
    response: registrationDenied,
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

const erase = route({
  method: 'post',
  path: '/api/erase-access-request',
  action: 'registration.decide',
  summary: 'Erase a denied request for good: everything that the log says about its person becomes unreadable',
  body: eraseRegistrationBody,
  response: registrationDenied,
  handle: async (request) => {
    const { actor, body, services } = request;
    authorizeOpenly(actor, 'registration.decide');
    const { pool, settings, store } = services;
    const { accessRequestId: id } = body;
    const done = await runCommand(request, body, async () => {
      // Nothing ends a denial, so the key may go before the event is written. A call that failed in between is repeated.
      const denied = await loadState(store, registrationDecider, id);
      if (denied.status === 'denied') await createSubjectKeys(pool, settings.PORTICO_KEY).eraseSubject(denied.userId);
      const command = { type: 'EraseRegistration', data: {} } as const;
      return { decider: registrationDecider, id, command, response: { accessRequestId: id } };
    });
    await waitForPosition(pool, String(done.position), undefined, ['registrations']);
    return done;
  },
});

export const registrationCommands = [
  signUp,
  confirmSignUp,
  approve('/api/approve-access-request', 'Approve a request for an account, which makes the user', 'all'),
  approve(
    '/api/approve-organization-request',
    "Approve a request of one's own organization's queue, which makes a user of that organization",
    'own',
  ),
  deny('/api/deny-access-request', 'Deny a request for an account', 'all'),
  deny('/api/deny-organization-access-request', "Deny a request of one's own organization's queue", 'own'),
  denyMany('/api/deny-access-requests', 'Deny many requests for accounts with one reason', 'all'),
  denyMany(
    '/api/deny-organization-access-requests',
    "Deny many requests of one's own organization's queue with one reason",
    'own',
  ),
  erase,
];
