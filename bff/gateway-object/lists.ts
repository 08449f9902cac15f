import { objectLists } from '#domain/gateway-object/calls.ts';
import { type ListedKind, listedKinds } from '#domain/gateway-object/kind.ts';
import { type ObjectListQuery, type ObjectRow, objectPageSize } from '#domain/gateway-object/schema.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { objectSearch } from '../sql/object-search.ts';
import { chooseGateway } from './find-gateway.ts';
import { type FoundObject, objects, rowOf } from './object-rows.ts';

const readPage = pageOf(objects);

/** The columns behind the names by which lists are sorted. */
const orders: Readonly<Record<string, keyof FoundObject & string>> = {
  name: 'sort_name',
  host: 'sort_about',
  paths: 'sort_about',
  customer_id: 'sort_about',
  snis: 'sort_about',
  slots: 'amount',
  service: 'sort_service',
  scope: 'sort_scope',
  owner: 'sort_owner',
  tags: 'sort_tags',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
};

const filtersOf = ({ search, tag, owner, state }: ObjectListQuery) => ({
  ...objectSearch(search),
  tag: tag || undefined,
  isOwn: owner && owner === 'own',
  isEnabled: state && state === 'enabled',
});

const joined = (list: readonly string[] | undefined) => (list ?? []).join(' ');
const named = (other: ObjectRow['service']) => (other ? other.name || other.id : '');

const columns: Readonly<Record<ListedKind, Readonly<Record<string, (row: ObjectRow) => string>>>> = {
  service: {
    name: ({ name }) => name,
    protocol: ({ protocol }) => protocol ?? '',
    host: ({ host }) => host ?? '',
    port: ({ port }) => String(port ?? ''),
    path: ({ path }) => path ?? '',
  },
  route: {
    name: ({ name }) => name,
    hosts: ({ hosts }) => joined(hosts),
    paths: ({ paths }) => joined(paths),
    methods: ({ methods }) => joined(methods),
    service: ({ service }) => named(service),
  },
  consumer: { username: ({ username }) => username ?? '', customer_id: ({ customer_id: id }) => id ?? '' },
  plugin: {
    name: ({ name }) => name,
    scope: ({ scope }) => scope ?? '',
    service: ({ service }) => named(service),
    route: ({ route }) => named(route),
    consumer: ({ consumer }) => named(consumer),
  },
  upstream: { name: ({ name }) => name, slots: ({ slots }) => String(slots ?? '') },
  certificate: {
    name: ({ name }) => name,
    snis: ({ snis }) => joined(snis),
    expiresAt: ({ expiresAt }) => expiresAt ?? '',
  },
};

const listOf = (kind: ListedKind) =>
  listRoutes(objectLists[kind], {
    action: 'gateway-object.read',
    summary: `What a gateway holds of the kind ${kind}, as it was read last`,
    pageSize: objectPageSize,
    read: async ({ services: { db }, actor, query }, most) => {
      authorizeOpenly(actor, 'gateway-object.read');
      const { page, sort, order } = query;
      const gateway = await chooseGateway(db, query.gatewayId);
      if (!gateway) return { data: [], total: 0, page, next: null, gatewayId: null, asOf: null };
      // All rows of a file are more than a page.
      const size = most === objectPageSize ? query.size : most;
      const filters = { ...filtersOf(query), gatewayId: gateway.id, kind };
      const { rows, total } = await readPage(db, filters, { page, size, sort: orders[sort] ?? 'sort_name', order });
      const next = (page + 1) * size < total ? page + 1 : null;
      return { data: rows.map(rowOf), total, page, next, gatewayId: gateway.id, asOf: gateway.asOf };
    },
    rowsOf: ({ data }) => data,
    csv: {
      name: `kong-${kind}s.csv`,
      columns: {
        id: ({ id }) => id,
        ...columns[kind],
        enabled: ({ enabled }) => String(enabled),
        tags: ({ tags }) => tags.join(' '),
        createdAt: ({ createdAt }) => createdAt,
      },
    },
  });

/** The lists of a gateway's objects. */
export const objectListRoutes = listedKinds.flatMap(listOf);
