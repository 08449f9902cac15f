import type { Kysely } from 'kysely';
import { apiFileName } from '#domain/api/file-name.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import {
  compareEventCategory,
  exportEventCategory,
  getEventCategory,
  listAllEventCategories,
  listEventCategories,
  listEventCategoryChanges,
  listEventCategoryVersions,
  listEventSamples,
  searchEventCategories,
} from '#domain/event-category/calls.ts';
import { eventCategoryHistory } from '#domain/event-category/history.ts';
import { eventCategoryPageSize } from '#domain/event-category/limits.ts';
import type { EventCategoryListQuery } from '#domain/event-category/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { hasEventAccess } from '../access/access.ts';
import { attachment, download } from '../api/shared/download.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import type { Given } from '../sql/statement.ts';
import { asyncApiDocument, checkAndCompare, sampleMessages } from './compare.ts';
import { categoryPage } from './page.ts';
import { findEventCategory, findVersion, rowOf, selectEventCategories } from './row.ts';

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

const readEventCategories = pageOf((db, { words }: Given<{ words: string | undefined }>) =>
  selectEventCategories(db)
    .select('event_categories.sort_name')
    .$if(words !== undefined, (list) =>
      list.where('event_categories.search', 'like', words as NonNullable<typeof words>),
    ),
);

const orders = { id: 'id', name: 'sort_name' } as const satisfies Record<EventCategoryListQuery['sort'], string>;

/** @throws RefusedError 404 when there is none */
const exists = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw new RefusedError(notFound());
  return found;
};

const readAll = async (db: Kysely<ReadTables>) => {
  const rows = await selectEventCategories(db)
    .orderBy('event_categories.sort_name')
    .orderBy('event_categories.id')
    .execute();
  return rows.map(rowOf);
};

export const eventCategoryQueries = [
  route(listEventCategories, {
    action: 'event-category.list',
    summary: 'All event categories, by name, with their events',
    handle: async ({ services }) => await readAll(services.db),
  }),
  route(listAllEventCategories, {
    action: 'event-category.list',
    summary: 'All event categories, by name; for administrators with counts',
    handle: async ({ actor, services }) => {
      const rows = await readAll(services.db);
      if (!may(actor, 'event-category.save')) return rows;
      return rows.map((row) => ({ ...row, counts: { events: row.events.length, versions: row.version } }));
    },
  }),
  ...listRoutes(searchEventCategories, {
    action: 'event-category.list',
    summary: 'The event categories, with a search',
    pageSize: eventCategoryPageSize,
    read: async ({ query: { page, sort, order, name }, services }, size) => {
      const filters = { words: containing(name) };
      const paging = { page, size, sort: orders[sort], order };
      const { rows, total } = await readEventCategories(services.db, filters, paging);
      return { categories: rows.map(rowOf), total, page };
    },
    rowsOf: ({ categories }) => categories,
    csv: {
      name: 'event-categories.csv',
      columns: {
        Id: ({ id }) => String(id),
        Name: ({ name }) => name,
        Description: ({ description }) => description,
        Type: ({ type }) => type,
        'Business Area': ({ businessAreaName }) => businessAreaName,
        Events: ({ events }) => events.map(({ eventTypeId }) => eventTypeId).join(' '),
        Version: ({ version }) => String(version),
      },
    },
  }),
  route(getEventCategory, {
    action: 'event-category.list',
    summary: 'One event category with the schemas of its events, also as an older version had them',
    handle: async ({ services: { db }, actor, parameters: { id }, query: { version } }) => {
      const [category, hasAccess] = await Promise.all([
        findVersion(db, id, version),
        hasEventAccess(db, id, actor.organizationId),
      ]);
      return { ...exists(category), hasAccess };
    },
  }),
  route(listEventCategoryVersions, {
    action: 'event-category.list',
    summary: 'The versions of an event category, the newest first',
    handle: async ({ services, parameters: { id } }) => {
      exists(await findEventCategory(services.db, id));
      const rows = await services.db
        .selectFrom('event_category_versions')
        .select(['version', 'changed_at'])
        .where('event_category_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200)
        .execute();
      return rows.map((row) => ({ version: row.version, changedAt: row.changed_at.toISOString() }));
    },
  }),
  route(listEventSamples, {
    limit: 'document',
    action: 'event-category.list',
    summary: 'A sample message for each event of a category',
    handle: async ({ actor, services, c, parameters: { id }, query: { version } }) => {
      const { events } = exists(await findVersion(services.db, id, version));
      const samples = await sampleMessages(actor, events, c.req.raw.signal);
      return samples.map(({ eventTypeId, sample }) => ({ eventTypeId, sample }));
    },
  }),
  route(exportEventCategory, {
    limit: 'document',
    action: 'event-category.list',
    summary: 'An event category as a file: AsyncAPI 3, or one HTML page',
    handle: async ({ actor, services, c, parameters: { id }, query: { type, version } }) => {
      const category = exists(await findVersion(services.db, id, version));
      const { name, description, events } = category;
      const { signal } = c.req.raw;
      const about = { name, version: String(category.version) };
      if (type === 'asyncapi') {
        const head = { name, description, version: category.version };
        return download(await asyncApiDocument(actor, head, events, signal), 'json', about);
      }
      const page = await categoryPage(category, await sampleMessages(actor, events, signal));
      return new Response(page, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-disposition': attachment(apiFileName(about, 'html')),
        },
      });
    },
  }),
  route(compareEventCategory, {
    limit: 'compare',
    action: 'event-category.list',
    summary: 'What a version of an event category means for readers and writers of another one',
    handle: async ({ actor, services, c, parameters: { id }, query }) => {
      const [from, to] = await Promise.all([
        findVersion(services.db, id, query.from),
        findVersion(services.db, id, query.to),
      ]);
      return await checkAndCompare(actor, exists(from).events, exists(to).events, c.req.raw.signal);
    },
  }),
  route(listEventCategoryChanges, {
    action: 'event-category.history',
    summary: 'Who changed what about an event category, the newest first',
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'event-category.history');
      exists(await findEventCategory(services.db, id));
      return await ownHistoryOf(services, eventCategoryHistory, id, historyLength);
    },
  }),
];
