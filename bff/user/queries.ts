import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { getUserById, getUserDetail, getUserForm } from '#domain/user/calls.ts';
import { getMailChoices, getSettings } from '#domain/user/own-calls.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { getUser } from '#domain/user/session-calls.ts';
import { recordPersonViewed } from '../http/record-view.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { userRowOf, usersWithOrganization } from './row.ts';

/** Returns a user by id or e-mail address, if the actor may see them. Only an administrator sees somebody deleted. */
const findDetail = async (
  request: Pick<Received, 'c' | 'services' | 'caller' | 'actor' | 'action'>,
  who: Readonly<{ id: number } | { email: string }>,
): Promise<UserDetail> => {
  const { services, actor } = request;
  const { db } = services;
  const user = await usersWithOrganization(db)
    .select(['users.firstlogin', 'users.phone_number', 'users.terms_accepted', 'users.stream_version'])
    .where((where) =>
      'id' in who ? where('users.id', '=', who.id) : where('users.email_lower', '=', who.email.toLowerCase()),
    )
    .executeTakeFirst();
  if (!user) throw new RefusedError(notFound());
  const isSeen = may(actor, 'user.read', { userId: user.id, organizationId: user.organization_id });
  if (!isSeen || (user.deleted_at && !may(actor, 'user.administer'))) throw new RefusedError(notFound());
  const viewed = recordPersonViewed(request, { userId: user.id, organizationId: user.organization_id });
  const ownerApps = await ownersInForce(db)
    .innerJoin('applications', 'applications.id', 'application_owners.application_id')
    .select(['applications.id', 'applications.name', 'applications.maintainers_decide as maintainersDecide'])
    .where('application_owners.user_id', '=', user.id)
    .orderBy('applications.name')
    .execute();
  await viewed;
  const row = userRowOf(user, services);
  return {
    ...row,
    ownerApps,
    organizationName: row.organization.organizationName,
    organizationExternal: row.organization.external,
    firstlogin: user.firstlogin,
    phoneNumber: user.phone_number,
    termsAccepted: user.terms_accepted,
    basedOn: user.stream_version,
  };
};

const byEmail = (call: typeof getUser | typeof getUserDetail) =>
  route(call, {
    action: 'user.read',
    summary: 'The detail of a user, by e-mail address',
    handle: async (request) => await findDetail(request, request.query),
  });

const ownChoices = async ({ services, actor }: Pick<Received, 'services' | 'actor'>) => {
  authorize(actor, 'user.change-own', { userId: actor.userId });
  const row = await services.db
    .selectFrom('users')
    .select(['settings', 'mails'])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  return row;
};

export const userQueries = [
  byEmail(getUser),
  byEmail(getUserDetail),
  route(getUserById, {
    action: 'user.read',
    summary: 'The detail of a user, by id',
    handle: async (request) => await findDetail(request, request.query),
  }),
  route(getUserForm, {
    action: 'user.administer',
    summary: 'A user, for the form that changes everything about them',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'user.administer');
      return await findDetail(request, request.query);
    },
  }),
  route(getSettings, {
    action: 'user.change-own',
    summary: 'How whoever asks wants the portal to look',
    handle: async (request) => (await ownChoices(request)).settings,
  }),
  route(getMailChoices, {
    action: 'user.change-own',
    summary: 'When whoever asks wants mails, by topic',
    handle: async (request) => (await ownChoices(request)).mails,
  }),
];
