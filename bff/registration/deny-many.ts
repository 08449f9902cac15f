import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { denyOwnRegistrations, denyRegistrations } from '#domain/registration/calls.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { beginning } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { commandIdOf, runCommand } from '../http/command.ts';
import { route } from '../http/route.ts';
import { actionOf, decidableBy, isDecided, type Scope } from './decide.ts';
import { findRegistrationIds } from './registrations.ts';

/**
 * Denies many requests in one act with one reason. Each request gets its own event, with the same correlation id. A call that
 * is cut in the middle and repeated with its idempotency key denies the rest.
 *
 * @throws RefusedError 404, and denies none, when the actor may not decide one of them.
 */
export const denyMany = (call: typeof denyRegistrations | typeof denyOwnRegistrations, summary: string, scope: Scope) =>
  route(call, {
    action: actionOf[scope],
    summary,
    handle: async (request) => {
      const { actor, body, services } = request;
      const { reason } = body;
      const ids = [...new Set(body.accessRequestIds)];
      const known = await findRegistrationIds(services.db, ids, decidableBy(actor, scope));
      if (known.length < ids.length) throw new RefusedError(notFound());
      const denied: number[] = [];
      const decidedBefore: number[] = [];
      const act = commandIdOf(request);
      let position = beginning;
      for (const id of ids) {
        try {
          const done = await runCommand(
            request,
            { id, reason },
            async () => ({
              decider: registrationDecider,
              id,
              command: { type: 'DenyRegistration', data: { decidedBy: actor.userId, reason } } as const,
              response: {},
            }),
            uuidV5(porticoNamespace, `${act}/registration-${id}`),
          );
          position = String(done.position);
          denied.push(id);
        } catch (error) {
          if (!isDecided(error)) throw error;
          decidedBefore.push(id);
        }
      }
      return { denied, decidedBefore, position };
    },
  });
