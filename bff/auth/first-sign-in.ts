import { byPortal } from '#domain/core/actor.ts';
import { forbidden, isRefusal, type Refusal } from '#domain/core/problem.ts';
import type { Setup } from '#domain/installation/setup.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/user.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../http/services.ts';
import { appointAdministrator, namedAdministrator, type Origin } from './first-administrator.ts';
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

/** Whose organization an internal address belongs to: the oldest one that is not external. */
export const findInternalOrganization = async ({ pool }: Pick<Services, 'pool'>): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from organizations where external = false order by id limit 1',
  );
  return rows[0]?.id;
};

/** The user who was decided to be this person, though the read tables may be behind; null when they are somebody else by now. */
const findDecided = async ({ store }: Services, commandId: string, { issuer, subject }: ProviderIdentity) => {
  const decided = await store.findCommand(commandId);
  if (!decided) return undefined;
  const userId = Number(decided.outcome.userId);
  const user = await loadState(store, userDecider, userId);
  const { identity } = user.status === 'none' ? {} : user;
  return identity?.issuer === issuer && identity.subject === subject ? { userId } : null;
};

/** Whose organization somebody new belongs to, or why they belong to none. */
const organizationOf = async (services: Services, email: string, named: Setup['named']): Promise<number | Refusal> => {
  if (named) return named.organizationId;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!services.settings.INTERNAL_EMAIL_DOMAINS.includes(domain)) return forbidden('sign-in.request-access');
  return (await findInternalOrganization(services)) ?? forbidden('sign-in.no-organization');
};

/**
 * Finds the user of an identity: first by issuer and subject; else by a verified e-mail address, when the user of that
 * address has no identity yet. Else makes a user, when the address is internal or the first administrator's.
 *
 * One command id a person, so that two first sign-ins at once make one user.
 */
const findOrMake = async (
  services: Services,
  identity: ProviderIdentity,
  named: Setup['named'],
  origin: Origin,
): Promise<{ userId: number } | Refusal> => {
  const { store, pool, now } = services;
  const { issuer, subject, email, emailVerified, firstname, lastname } = identity;
  const known = await findPersonByIdentity(pool, issuer, subject);
  if (known) return { userId: known.actor.userId };

  const commandId = uuidV5(porticoNamespace, `identity/${issuer}/${subject}`);
  const request = 'first sign-in';
  const decided = await findDecided(services, commandId, identity);
  if (decided !== undefined) return decided ?? forbidden('sign-in.identity-replaced');
  if (!emailVerified) return forbidden('sign-in.email-unverified');

  const become = async (userId: number, command: UserCommand): Promise<{ userId: number } | Refusal> => {
    const done = await execute({
      store,
      decider: userDecider,
      id: userId,
      command,
      request,
      outcome: { userId },
      meta: { ...origin, actor: byPortal, commandId, time: now().toISOString() },
    });
    return isRefusal(done) ? done : { userId: Number(done.outcome.userId) };
  };

  const sameAddress = await findPersonByEmail(pool, email);
  if (sameAddress) {
    const linked = await become(sameAddress.actor.userId, {
      type: 'LinkIdentity',
      data: { identity: { issuer, subject } },
    });
    // An address alone is no proof: another identity of the same address is linked by an administrator only.
    const isOther = isRefusal(linked) && linked.problems[0].code === 'user.identity-linked';
    return isOther ? forbidden('sign-in.identity-replaced') : linked;
  }
  const organizationId = await organizationOf(services, email, named);
  if (isRefusal(organizationId)) return organizationId;
  const userId = named?.userId ?? (await newId(pool, 'user'));
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

/**
 * The user that somebody is, who is also made the first portal administrator when they are named as that.
 *
 * @returns the user's id, or why there is none: `sign-in.email-unverified`, `sign-in.request-access`,
 *          `sign-in.no-organization`, `sign-in.identity-replaced`.
 */
export const userOf = async (
  services: Services,
  identity: ProviderIdentity,
  origin: Origin,
): Promise<{ userId: number } | Refusal> => {
  const named = await namedAdministrator(services, identity.email);
  if (isRefusal(named)) return named;
  if (named && !identity.emailVerified) return forbidden('sign-in.email-unverified');
  const user = await findOrMake(services, identity, named, origin);
  if (isRefusal(user) || !named) return user;
  return (await appointAdministrator(services, user.userId, origin)) ?? user;
};
