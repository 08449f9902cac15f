import { sql } from 'kysely';
import { auditFilterDecider } from '#domain/audit-filter/decider.ts';
import { searchedTermsOf } from '#domain/history/terms.ts';
import { downloadMyData } from '#domain/user/own-calls.ts';
import type { UserEvent } from '#domain/user/user.ts';
import { loadState } from '#eventstore/load.ts';
import type { Database } from '#platform/database.ts';
import { addressesOf } from '#projections/personal-data.ts';
import { authorize, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { dataParts } from './data-parts.ts';

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

/** Reads the parts one after the other: a person's file takes one connection. */
const partsOf = async (pool: Database, userId: number): Promise<Record<string, readonly object[]>> => {
  const parts: Record<string, readonly object[]> = {};
  for (const [name, text] of Object.entries(dataParts)) parts[name] = (await pool.query<object>(text, [userId])).rows;
  return parts;
};

/** Returns everything that the portal holds about a person. */
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
      'users.mails',
      'issuer',
      'subject',
      'users.created_at as addedDate',
      'last_sign_in as lastLogin',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  const addressIds = await addressesOf(pool, userId);
  const applications = await ownersInForce(db)
    .innerJoin('applications', 'applications.id', 'application_owners.application_id')
    .select(['applications.id', 'applications.name'])
    .where('application_owners.user_id', '=', userId)
    .execute();
  const applicationAddresses = await db
    .selectFrom('application_addresses')
    .select(['application_id as applicationId', 'purpose', 'email', 'in_force as inForce'])
    .where(sql<boolean>`address_id = any(${addressIds}::integer[])`)
    .orderBy('address_id')
    .execute();
  const changes = await db
    .selectFrom('history')
    .select(['kind as type', 'about_noun as noun', 'about_id as id', 'happened_at as time', 'address'])
    .where('user_id', '=', userId)
    // By the index of terms: a person has few of all entries.
    .where(sql<boolean>`terms @> ${searchedTermsOf({ user_id: userId }, '')}::text[]`)
    .orderBy('happened_at')
    .execute();
  return {
    account,
    ...(await partsOf(pool, userId)),
    applications,
    applicationAddresses,
    changesOfApis: changes.flatMap(({ noun, id, ...change }) => (noun === 'api' ? [{ ...change, apiId: id }] : [])),
    otherChanges: changes.filter(({ noun }) => noun !== 'api'),
    auditFilters: (await loadState(services.store, auditFilterDecider, userId)).filters,
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
