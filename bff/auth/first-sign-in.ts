import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { forbidden, isRefusal, type Refusal } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/user.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../services.ts';
import { findPersonByEmail, findPersonByIdentity } from './person.ts';

/** What the identity provider says about somebody. */
export type ProviderIdentity = Readonly<{
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstname: string;
  lastname: string;
}>;

type Origin = Pick<EventMeta, 'correlationId'> & Partial<Pick<EventMeta, 'client'>>;

/** Whose organization an internal address belongs to: the oldest one that is not external. */
const findInternalOrganization = async ({ pool }: Services): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from organizations where external = false order by id limit 1',
  );
  return rows[0]?.id;
};

/**
 * The user that somebody is (decisions.md, "Identity and ids"): known by issuer and subject; else linked
 * by verified e-mail address to a user who was there before; else made, when the address is internal.
 *
 * One command id a person, so that two first sign-ins at once make one user.
 *
 * @returns the user's id, or why there is none: `sign-in.email-unverified`, `sign-in.request-access`.
 */
export const userOf = async (
  services: Services,
  identity: ProviderIdentity,
  origin: Origin,
): Promise<{ userId: number } | Refusal> => {
  const { store, pool, settings, now } = services;
  const { issuer, subject, email, emailVerified, firstname, lastname } = identity;
  const known = await findPersonByIdentity(pool, issuer, subject);
  if (known) return { userId: known.actor.userId };

  const commandId = uuidV5(porticoNamespace, `identity/${issuer}/${subject}`);
  const request = 'first sign-in';
  // The read tables may be behind: the log knows who this is as soon as it was decided.
  const decided = await store.findCommand(commandId);
  if (decided) return { userId: Number(decided.outcome.userId) };
  if (!emailVerified) return forbidden('sign-in.email-unverified');

  const become = async (userId: number, command: UserCommand): Promise<{ userId: number } | Refusal> => {
    const done = await execute({
      store,
      decider: userDecider,
      id: userId,
      command,
      request,
      outcome: { userId },
      meta: {
        ...origin,
        actor: byPortal,
        commandId,
        time: now().toISOString(),
      },
    });
    return isRefusal(done) ? done : { userId: Number(done.outcome.userId) };
  };

  const sameAddress = await findPersonByEmail(pool, email);
  if (sameAddress) {
    return become(sameAddress.actor.userId, { type: 'LinkIdentity', data: { identity: { issuer, subject } } });
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const organizationId = settings.INTERNAL_EMAIL_DOMAINS.includes(domain)
    ? await findInternalOrganization(services)
    : undefined;
  if (organizationId === undefined) return forbidden('sign-in.request-access');
  const userId = await newId(pool, 'user');
  return become(userId, {
    type: 'RegisterUser',
    data: {
      userId,
      organizationId,
      firstname,
      lastname,
      email,
      roles: ['ROLE_COMPANY_USER'],
      identity: { issuer, subject },
    },
  });
};
