import { type Expression, type Kysely, sql } from 'kysely';
import { type Actor, hasRole } from '#domain/core/actor.ts';
import { lackedBy } from '#domain/deployment/needed-plugins.ts';
import {
  getResource,
  listCertificates,
  listResourceAccess,
  listResourceChanges,
  listResourceTypes,
  searchResources,
} from '#domain/resource/calls.ts';
import { definitionsOf } from '#domain/resource/configs.ts';
import { resourceHistory } from '#domain/resource/history.ts';
import { listResources } from '#domain/resource/list-calls.ts';
import { resourceTypes } from '#domain/resource/types.ts';
import type { Settings } from '#platform/settings.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import { type Given, statement } from '../sql/statement.ts';
import { readResource, resourceRowOf, selectResources } from './row.ts';

/** The screen shows the newest entries. More would not be read there. */
const historyLength = 20;

/** Whether an organization may use a resource. @param organizationId undefined for whoever may use all. */
const usable = (organizationId: Expression<number> | undefined) =>
  organizationId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(is_public or ${organizationId} = any(organizations))`;

/** The gateways that an organization may deploy to. @param organizationId undefined for all gateways. */
export const usableGateways = (db: Kysely<ReadTables>, organizationId: Expression<number> | undefined) =>
  db
    .selectFrom('resources')
    .select(['id', 'type', 'name', 'is_public', 'api_url', 'api_ssl_url'])
    .where('type', '=', 'KONG')
    .where(usable(organizationId));

/** The Redis servers in which an organization may have calls counted. @param organizationId undefined for all. */
export const usableRedises = (db: Kysely<ReadTables>, organizationId: Expression<number> | undefined) =>
  db.selectFrom('resources').select(['id', 'name']).where('type', '=', 'REDIS').where(usable(organizationId));

type Asked = { organizationId: number | undefined; type: string | undefined; isPublic: boolean | undefined };

const readOptions = statement((db, asked: Given<Asked>, _choices) =>
  db
    .selectFrom('resources')
    .leftJoin('gateway_mirrors as mirror', 'mirror.gateway_id', 'resources.id')
    .select([
      'id',
      'type',
      'name',
      'is_public',
      'api_url',
      'mirror.version',
      'mirror.router',
      'mirror.plugins',
      'mirror.has_database',
    ])
    .where(usable(asked.organizationId))
    .$if(asked.type !== undefined, (all) => all.where(sql<boolean>`type = ${asked.type}`))
    .$if(asked.isPublic !== undefined, (all) => all.where(sql<boolean>`is_public = ${asked.isPublic}`))
    .orderBy('name')
    .orderBy('id'),
);

/** Undefined: every resource. */
const organizationOf = (actor: Actor): number | undefined =>
  hasRole(actor, 'ROLE_PORTAL_ADMIN') ? undefined : actor.organizationId;

/** What a new resource has, unless somebody says otherwise. */
const defaultOf = (name: string, { PUBLIC_URL, INGEST_PORT }: Pick<Settings, 'PUBLIC_URL' | 'INGEST_PORT'>): string => {
  const defaults: Readonly<Record<string, string>> = {
    // With a port of its own for gateways, only whoever runs the portal knows the address.
    httpLogEndpoint: INGEST_PORT === undefined ? PUBLIC_URL : '',
    clusters: '1',
    securityProtocol: 'SASL_SSL',
    mechanism: 'SCRAM-SHA-512',
    port: '6379',
    timeout: '2000',
  };
  return defaults[name] ?? '';
};

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

export const resourceQueries = [
  route(listResources, {
    action: 'resource.list',
    summary: 'The resources that the user may use. Type KONG: the gateways to deploy to',
    handle: async ({ services, actor, query }) => {
      const isPublic = query.public === undefined ? undefined : query.public === '1';
      const asked = { organizationId: organizationOf(actor), type: query.type, isPublic };
      const rows = await readOptions(services.db, asked, {});
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        name: row.name,
        isPublic: row.is_public,
        apiUrl: row.api_url ?? '',
        abilities:
          row.version === null
            ? null
            : {
                version: row.version,
                router: row.router ?? '',
                lacks: lackedBy(row.plugins),
                isReadOnly: row.has_database === false,
              },
      }));
    },
  }),
  route(searchResources, {
    action: 'resource.read',
    summary: 'All resources with their properties, by name',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'resource.read');
      let rows = selectResources(services.db);
      if (query.type) rows = rows.where('type', '=', query.type);
      if (query.public) rows = rows.where('is_public', '=', query.public === '1');
      return (await rows.orderBy('sort_name').orderBy('id').execute()).map(resourceRowOf);
    },
  }),
  route(getResource, {
    action: 'resource.read',
    summary: 'One resource. Its secrets are never answered',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'resource.read');
      return await readResource(services.db, id);
    },
  }),
  route(listResourceTypes, {
    action: 'resource.read',
    summary: 'The types of resources and their predefined properties',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'resource.read');
      return resourceTypes.map((name, index) => ({
        id: index + 1,
        name,
        configs: definitionsOf(name).map((definition) => ({
          name: definition.name,
          isRequired: definition.isOptional !== true,
          isSecret: definition.kind === 'secret',
          default: defaultOf(definition.name, services.settings),
        })),
      }));
    },
  }),
  route(listResourceAccess, {
    action: 'resource.read',
    summary: 'The organizations that may use a resource which is not public',
    handle: async ({ services, actor, query: { resourceId } }) => {
      authorizeOpenly(actor, 'resource.read');
      return (await readResource(services.db, resourceId)).access;
    },
  }),
  route(listCertificates, {
    action: 'resource.list',
    summary: 'The certificates of a resource that the user may use; none of another one',
    handle: async ({ services, actor, query: { resourceId } }) => {
      const organizationId = organizationOf(actor);
      const found = await selectResources(services.db)
        .where('id', '=', resourceId)
        .where(usable(organizationId === undefined ? undefined : sql<number>`${organizationId}::integer`))
        .executeTakeFirst();
      return found ? resourceRowOf(found).certificates : [];
    },
  }),
  route(listResourceChanges, {
    action: 'resource.read',
    summary: 'Who changed what about a resource, the newest first',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'resource.read');
      await readResource(services.db, id);
      const entries = await ownHistoryOf(services, resourceHistory, id, historyLength);
      const organizations = await services.db.selectFrom('organizations').select(['id', 'name']).execute();
      const nameOf = new Map(organizations.map((each) => [String(each.id), each.name]));
      const named = (text: string) =>
        linesOf(text)
          .map((each) => nameOf.get(each) ?? each)
          .join('\n');
      return entries.map((entry) => ({
        ...entry,
        changes: entry.changes.map((change) =>
          change.field === 'organizations' ? { ...change, from: named(change.from), to: named(change.to) } : change,
        ),
      }));
    },
  }),
];
