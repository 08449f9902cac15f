import { type Expression, type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { HistoryArea } from '#domain/core/history.ts';
import { withoutWrittenValues } from '#domain/deployment/history.ts';
import { downloadApiHistory, listApiHistory } from '#domain/history/calls.ts';
import type { HistoryType } from '#domain/history/history.ts';
import { type HistoryListQuery, type HistoryRow, historyPageSize } from '#domain/history/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { csvFile, csvLimit } from '../http/csv.ts';
import type { GrowingPage } from '../http/cursor.ts';
import { growingPageOf } from '../http/page.ts';
import { route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import { type KeyReader, keyLabelFor, keyReaderOf } from '../sql/key-label-for.ts';
import { named } from '../sql/newest-entries.ts';
import type { Given } from '../sql/statement.ts';
import { undoingOf } from '../sql/undoing-of.ts';
import { lookInto, type Sight } from './sight.ts';

/** Areas of what organizations have of an API. Its entries name the organization. */
const areasOfOthers = ['key', 'access', 'code'] as const satisfies HistoryArea[];

const entries = (db: Kysely<ReadTables>, apiId: Expression<number>, reader: Given<KeyReader>) =>
  db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .leftJoin('organizations as theirs', 'theirs.id', 'history.user_organization_id')
    .leftJoin('organizations as concerned', (join) =>
      join.onRef('concerned.id', '=', 'history.organization_id').on('history.area', 'in', areasOfOthers),
    )
    .leftJoin('applications', (join) => join.on(sql`applications.id`, '=', named('application')))
    .where('history.about_noun', '=', 'api')
    .where('history.about_id', '=', apiId)
    .selectAll('history')
    .select([
      fullName('users').as('user_name'),
      sql<string>`fold_text(${fullName('users')}) collate "und-x-icu"`.as('sort_user'),
      'theirs.name as user_organization_name',
      'concerned.id as concerned_id',
      'concerned.name as organization_name',
      'applications.name as application_name',
      // Of what somebody added at the gateway beside a key.
      sql<
        string | null
      >`case when history.kind in ('ForeignObjectFound', 'ForeignObjectGone') then ${keyLabelFor(`(history."values"->>'key')::integer`, reader)} end`.as(
        'key_label',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

/** The gateway of a deployment is told to who may read its settings. */
const valuesOf = (
  { application_name, key_label, values: { gateway, ...values } }: Row,
  sight: Sight,
): HistoryRow['values'] => ({
  ...values,
  ...(key_label === null || key_label === `#${values.key}` ? {} : { nickname: key_label }),
  ...(gateway === undefined || !sight.settings ? {} : { gateway }),
  ...(application_name === null ? {} : { application: application_name }),
});

const rowOf = (row: Row, actor: Actor, sight: Sight): HistoryRow => {
  const isOwn = row.concerned_id === actor.organizationId;
  const readable = row.area === 'deployment' && !sight.settings ? [] : row.changes;
  return {
    id: row.id,
    type: row.kind as HistoryType,
    area: row.area as HistoryArea,
    happenedAt: row.happened_at.toISOString(),
    user:
      row.user_id === 0
        ? null
        : { id: row.user_id, name: row.user_name, organizationName: row.user_organization_name ?? '' },
    organization: row.concerned_id === null ? null : { id: row.concerned_id, name: row.organization_name ?? '' },
    environment: row.environment,
    subject: row.subject,
    values: valuesOf(row, sight),
    changes: sight.writtenValues || isOwn ? [...readable] : withoutWrittenValues(readable),
    operationId: row.operation_id,
    outcome: row.outcome,
    ...undoingOf(row),
  };
};

const orders = {
  happenedAt: 'happened_at',
  user: 'sort_user',
  type: 'kind',
} as const satisfies Record<HistoryListQuery['sort'], string>;

type Filters = {
  apiId: number;
  area: HistoryListQuery['area'];
  words: string | undefined;
  /** For readers who may not see all: areas that they may see, their organization, and whose keys they may know (`KeyReader`). */
  areas?: string[] | undefined;
  organizationId?: number | undefined;
  keysOf?: number | undefined;
  ownerApps?: number[] | undefined;
};

const readEntries = growingPageOf(
  (db, { apiId, area, words, areas, organizationId, keysOf, ownerApps }: Given<Filters>) =>
    entries(db, apiId, { organizationId: keysOf, ownerApps })
      .$if(areas !== undefined, (list) =>
        list.where(sql<boolean>`(history.area = any(${areas}) or concerned.id = ${organizationId})`),
      )
      .$if(area !== undefined, (list) => list.where('history.area', '=', area as NonNullable<typeof area>))
      .$if(words !== undefined, (list) =>
        // Does not search the changes, because some readers may not see all of them.
        list.where(
          sql<boolean>`fold_text(concat_ws(chr(10), ${fullName('users')}, theirs.name, concerned.name, history.environment,
          history.subject, history."values"->>'nickname', history."values"->>'version'))
          like ${words}`,
        ),
      ),
);

const listHistory = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  apiId: number,
  sight: Sight,
  { sort, area, search, ...query }: HistoryListQuery,
  size: number,
): Promise<GrowingPage<HistoryRow>> => {
  const { organizationId: keysOf, ownerApps } = keyReaderOf(actor);
  const filters = {
    apiId,
    keysOf,
    ownerApps,
    area,
    words: containing(search),
    ...(!sight.all && {
      areas: sight.deployments ? ['api', 'deployment'] : ['api'],
      organizationId: actor.organizationId,
    }),
  };
  const { rows, ...place } = await readEntries(db, filters, {
    ...query,
    size,
    sort: orders[sort],
    filled: ['happened_at'],
  });
  return { rows: rows.map((row) => rowOf(row, actor, sight)), ...place };
};

const text = (value: HistoryRow['changes'][number]['from']): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

/** Who did what to an API, from the events. */
export const historyRoutes = [
  route(listApiHistory, {
    action: 'history.list',
    why: 'history.list-all',
    summary: 'Who did what to an API and when, from which value to which, as far as the user may see it',
    handle: async ({ services, actor, parameters: { id }, query }) => {
      const { api, sight } = await lookInto(services.db, actor, id);
      const { rows, ...place } = await listHistory(services.db, actor, id, sight, query, historyPageSize);
      return { entries: rows, ...place, api };
    },
  }),
  route(downloadApiHistory, {
    limit: 'export',
    action: 'history.list',
    why: 'history.list-all',
    summary: 'The same history as CSV',
    handle: async ({ services, actor, parameters: { id }, query }) => {
      const { sight } = await lookInto(services.db, actor, id);
      const all = { ...query, page: 0, after: undefined, before: undefined };
      const { rows } = await listHistory(services.db, actor, id, sight, all, csvLimit);
      return csvFile(`api-${id}-history.csv`, [
        ['Time', 'Person', 'Organization', 'Event', 'Concerns', 'Environment', 'Subject', 'Key', 'Changes', 'Outcome'],
        ...rows.map((row) => [
          row.happenedAt,
          row.user?.name ?? 'Portico',
          row.user?.organizationName ?? '',
          row.type,
          row.organization?.name ?? '',
          row.environment ?? '',
          row.subject,
          String(row.values.nickname ?? ''),
          row.changes.map(({ field, from, to }) => `${field}: ${text(from)} -> ${text(to)}`).join('; '),
          row.outcome ?? '',
        ]),
      ]);
    },
  }),
];
