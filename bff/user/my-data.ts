import { sql } from 'kysely';
import { downloadMyData } from '#domain/user/own-calls.ts';
import type { UserEvent } from '#domain/user/user.ts';
import { authorize, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { addressesOf } from './person-addresses.ts';

/** Everything that happened to a person's account, with their own address and browser where they did it. */
const eventsOf = async ({ store }: Services, userId: number) =>
  (await store.read<UserEvent>(`user-${userId}`)).map(({ type, data, meta: { time, actor, client } }) => ({
    type,
    time,
    data,
    ...(actor.userId === userId
      ? { by: 'you', client }
      : { by: actor.userId === 0 ? 'the portal' : 'an administrator' }),
  }));

/** Returns everything that the portal holds about a person. What they did names others by number only. */
const dataOf = async (services: Services, userId: number) => {
  const { db, pool } = services;
  const account = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'firstname',
      'lastname',
      'email',
      'phone_number as phoneNumber',
      'roles',
      'organizations.name as organization',
      'users.settings',
      'issuer',
      'subject',
      'users.created_at as addedDate',
      'last_sign_in as lastLogin',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  const addressIds = await addressesOf(pool, userId);
  const [signUps, applications, applicationAddresses, issues, accessRequests, notices, changes] = await Promise.all([
    db
      .selectFrom('registrations')
      .select([
        'id',
        'firstname',
        'lastname',
        'email',
        'company',
        'phone_number as phoneNumber',
        'comments',
        'status',
        'reason',
        'requested_at as requestedAt',
        'decided_at as decidedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    ownersInForce(db)
      .innerJoin('applications', 'applications.id', 'application_owners.application_id')
      .select(['applications.id', 'applications.name'])
      .where('application_owners.user_id', '=', userId)
      .execute(),
    db
      .selectFrom('application_addresses')
      .select(['application_id as applicationId', 'purpose', 'email', 'in_force as inForce'])
      .where(sql<boolean>`address_id = any(${addressIds}::integer[])`)
      .orderBy('address_id')
      .execute(),
    db
      .selectFrom('issues')
      .select(['id', 'title', 'description', 'state', 'reported_at as reportedAt', 'file_type as fileType'])
      .where('reporter_id', '=', userId)
      .orderBy('id')
      .execute(),
    db.selectFrom('access_requests').selectAll().where('requested_by', '=', userId).orderBy('id').execute(),
    db.selectFrom('notices').selectAll().where('user_id', '=', userId).orderBy('at').execute(),
    db
      .selectFrom('history')
      .select(['kind as type', 'about_noun as noun', 'about_id as id', 'happened_at as time', 'address'])
      .where('user_id', '=', userId)
      .orderBy('happened_at')
      .execute(),
  ]);
  const sessions = await pool.query(
    `select started_at as "startedAt", last_seen_at as "lastSeenAt", ends_at as "endsAt" from sessions
     where user_id = $1 order by started_at`,
    [userId],
  );
  return {
    account,
    signUps,
    applications,
    applicationAddresses,
    issues,
    accessRequests,
    notices,
    changesOfApis: changes.flatMap(({ noun, id, ...change }) => (noun === 'api' ? [{ ...change, apiId: id }] : [])),
    otherChanges: changes.filter(({ noun }) => noun !== 'api'),
    sessions: sessions.rows,
    events: await eventsOf(services, userId),
  };
};

export const myDataQueries = [
  route(downloadMyData, {
    limit: 'export',
    action: 'user.change-own',
    summary: 'Everything that the portal holds about whoever asks, as a file',
    handle: async ({ services, actor }) => {
      authorize(actor, 'user.change-own', { userId: actor.userId });
      return new Response(JSON.stringify(await dataOf(services, actor.userId), null, 2), {
        headers: {
          'content-type': 'application/json',
          'content-disposition': 'attachment; filename="my-data.json"',
          'cache-control': 'no-store',
        },
      });
    },
  }),
];
