import { byPortal } from '#domain/core/actor.ts';
import { forbidden, isRefusal, type Refusal } from '#domain/core/problem.ts';
import type { Setup } from '#domain/installation/setup.ts';
import { isInternalAddress } from '#domain/user/address.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { findPersonByEmail, findPersonByIdentity } from '#projections/person.ts';
import type { Services } from '../http/services.ts';
import { registerUser } from '../user/register-user.ts';
import { appointAdministrator, namedAdministrator, type Origin } from './first-administrator.ts';

/** The identity provider's claims about a person. */
export type ProviderIdentity = Readonly<{
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstname: string;
  lastname: string;
}>;

/** Returns the organization of internal addresses: the oldest internal one. */
export const findInternalOrganization = async ({ pool }: Pick<Services, 'pool'>): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from organizations where external = false and status = 'active' order by id limit 1`,
  );
  return rows[0]?.id;
};

/** The user whom an earlier command chose for a person; null: that user has another identity now. */
type Decided = Readonly<{ commandId: string; user: { userId: number } | null | undefined }>;

/**
 * Returns the user that an earlier command chose for this person, although the read tables may be behind. Otherwise the
 * command id to choose one with: another one after each account of theirs that was deleted.
 */
const findDecided = async ({ store }: Services, { issuer, subject }: ProviderIdentity): Promise<Decided> => {
  let name = `identity/${issuer}/${subject}`;
  for (;;) {
    const commandId = uuidV5(porticoNamespace, name);
    const decided = await store.findCommand(commandId);
    if (!decided) return { commandId, user: undefined };
    const userId = Number(decided.outcome.userId);
    const user = await loadState(store, userDecider, userId);
    if (user.status === 'none') return { commandId, user: null };
    const isSame = user.identity?.issuer === issuer && user.identity.subject === subject;
    if (user.status !== 'deleted' || !isSame) return { commandId, user: isSame ? { userId } : null };
    name = `${name}/after-${userId}`;
  }
};

/** Returns why an external address has no account: its request waits or was denied, or there is none. */
const withoutAccount = async ({ db }: Services, email: string): Promise<Refusal> => {
  const request = await db
    .selectFrom('registrations')
    .select('status')
    .where('email_lower', '=', email.toLowerCase())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!request) return forbidden('sign-in.request-access');
  return forbidden(request.status === 'DENIED' ? 'sign-in.registration-denied' : 'sign-in.registration-waiting');
};

/** Returns the organization of a new person, or why there is none. */
const organizationOf = async (services: Services, email: string, named: Setup['named']): Promise<number | Refusal> => {
  if (named) return named.organizationId;
  if (!isInternalAddress(email, services.settings.INTERNAL_EMAIL_DOMAINS)) return await withoutAccount(services, email);
  return (await findInternalOrganization(services)) ?? forbidden('sign-in.no-organization');
};

/**
 * Finds the user of an identity: first by issuer and `sub`, then by a verified e-mail address if that user has no identity
 * yet. Otherwise creates a user if the address is internal or the first administrator's.
 *
 * Each person has one command id, so that two first sign-ins at the same time create one user.
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

  const request = 'first sign-in';
  const { commandId, user: decided } = await findDecided(services, identity);
  if (decided !== undefined) return decided ?? forbidden('sign-in.identity-replaced');
  if (!emailVerified) return forbidden('sign-in.email-unverified');

  const time = now().toISOString();
  const meta = { ...origin, actor: byPortal, commandId, time };
  const sameAddress = await findPersonByEmail(pool, email);
  if (sameAddress) {
    const { userId } = sameAddress.actor;
    const linked = await execute({
      store,
      decider: userDecider,
      id: userId,
      command: { type: 'LinkIdentity', data: { identity: { issuer, subject }, at: time } },
      request,
      outcome: { userId },
      meta,
    });
    if (!isRefusal(linked)) return { userId: Number(linked.outcome.userId) };
    // An address is not a proof. Only an administrator links another identity with the same address.
    return linked.problems[0].code === 'user.identity-linked' ? forbidden('sign-in.identity-replaced') : linked;
  }
  const organizationId = await organizationOf(services, email, named);
  if (isRefusal(organizationId)) return organizationId;
  const person = {
    ...(named ? { userId: named.userId } : {}),
    organizationId,
    firstname,
    lastname,
    email,
    roles: ['ROLE_COMPANY_USER' as const],
    identity: { issuer, subject },
  };
  const registered = await registerUser(services, person, meta, request);
  return isRefusal(registered) ? registered : { userId: registered.userId };
};

/**
 * Returns the user of a person. A person who is named as the first portal administrator becomes that.
 *
 * @returns the user's id, or why there is none: `sign-in.email-unverified`, `sign-in.registration-waiting`,
 *          `sign-in.registration-denied`, `sign-in.request-access`, `sign-in.no-organization`,
 *          `sign-in.identity-replaced`, `sign-in.invitation-over`.
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
