import { type Kysely, sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { downloadIssueFile, getIssue, listIssues } from '#domain/issue/calls.ts';
import { issueFileTypes } from '#domain/issue/issue.ts';
import { type IssueRow, issuePageSize } from '#domain/issue/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { deletedAtOf, deletedDocument } from '../documents/unused-documents.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';
import { loadIssueFile } from './file-store.ts';

const fileDeletedAt = sql<Date | null>`${sql.raw(deletedAtOf('file', 'file_hash'))}`.as('file_deleted_at');

const issues = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('issues')
    .leftJoin('users as reporter', 'reporter.id', 'issues.reporter_id')
    .leftJoin('users as closer', 'closer.id', 'issues.closed_by')
    .leftJoin('organizations', 'organizations.id', 'issues.organization_id')
    .leftJoin('applications', 'applications.id', 'issues.application_id')
    .selectAll('issues')
    .select([
      fullName('reporter').as('reporter_name'),
      fullName('closer').as('closer_name'),
      'reporter.email as reporter_email',
      'organizations.name as organization_name',
      'applications.name as application_name',
    ])
    .select(fileDeletedAt);

type Row = Awaited<ReturnType<ReturnType<typeof issues>['execute']>>[number];

const rowOf = (row: Row): IssueRow => ({
  id: row.id,
  title: row.title,
  description: row.description,
  state: row.state,
  reportedAt: row.reported_at.toISOString(),
  reporter: {
    id: row.reporter_id,
    name: row.reporter_name,
    email: row.reporter_email ?? '',
    organizationName: row.organization_name ?? '',
  },
  application: row.application_id === null ? null : { id: row.application_id, name: row.application_name ?? '' },
  file:
    row.file_type === null
      ? null
      : {
          type: row.file_type,
          size: row.file_size ?? 0,
          deletedAt: row.file_deleted_at?.toISOString() ?? null,
        },
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closed_by === null ? null : { id: row.closed_by, name: row.closer_name },
});

type Filters = { state: IssueRow['state'] | undefined; words: string | undefined };

const readIssues = pageOf((db, { state, words }: Given<Filters>) =>
  issues(db)
    .$if(state !== undefined, (list) => list.where('issues.state', '=', state as NonNullable<typeof state>))
    .$if(words !== undefined, (list) => list.where('issues.search', 'like', words as NonNullable<typeof words>)),
);

const sortColumns = { id: 'id', title: 'sort_title', reportedAt: 'reported_at', state: 'state' } as const;

export const issueQueries = [
  route(listIssues, {
    action: 'issue.list',
    summary: 'What people reported, newest first',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'issue.list');
      const filters = { state: query.state, words: containing(query.search) };
      const { rows, total } = await readIssues(services.db, filters, {
        page: query.page,
        size: issuePageSize,
        sort: sortColumns[query.sort],
        order: query.order,
      });
      return { issues: rows.map(rowOf), total, page: query.page };
    },
  }),
  route(getIssue, {
    action: 'issue.list',
    summary: 'One issue',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'issue.list');
      const row = await issues(services.db).where('issues.id', '=', id).executeTakeFirst();
      if (!row) throw new RefusedError(notFound());
      return rowOf(row);
    },
  }),
  route(downloadIssueFile, {
    limit: 'document',
    action: 'issue.list',
    summary: 'What was attached to an issue, to be saved, never to be shown as a page',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'issue.list');
      const issue = await services.db
        .selectFrom('issues')
        .select(['file_hash', fileDeletedAt])
        .where('id', '=', id)
        .executeTakeFirst();
      if (issue?.file_deleted_at) throw deletedDocument(issue.file_deleted_at);
      const file = issue?.file_hash ? await loadIssueFile(services.pool, issue.file_hash) : undefined;
      if (!file) throw new RefusedError(notFound());
      // Nothing in the file may run (requirement D8). Every response has nosniff.
      return new Response(file.content, {
        headers: {
          'content-type': file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type,
          'content-length': String(file.content.length),
          'content-disposition': `attachment; filename="issue-${id}.${issueFileTypes[file.type]}"`,
          'content-security-policy': "default-src 'none'; sandbox",
        },
      });
    },
  }),
];
