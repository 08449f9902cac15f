import { erased } from '#domain/core/erased.ts';
import type { IssueFileType } from '#domain/issue/issue.ts';
import type { IssueRow } from '#domain/issue/schema.ts';
import { integer, nullable, text, timestamptz } from './engine/column.ts';
import { eraseRows } from './engine/erase-rows.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

const issuesTable = table('issues', {
  key: ['id'],
  columns: {
    id: integer(),
    title: text(),
    description: text(),
    state: text<IssueRow['state']>(),
    reporter_id: integer(),
    /** The reporter's organization at that time. */
    organization_id: integer(),
    application_id: nullable(integer()),
    /** The key of its content in `issue_files`. */
    file_hash: nullable(text()),
    file_type: nullable(text<IssueFileType>()),
    /** Bytes. */
    file_size: nullable(integer()),
    reported_at: timestamptz(),
    closed_at: nullable(timestamptz()),
    closed_by: nullable(integer()),
    stream_version: integer(),
  },
  generated: {
    sort_title: 'fold_text(title)',
    search: 'fold_text(title || chr(10) || description)',
  },
  lookups: ['reporter_id'],
  indexes: [
    '(sort_title, id)',
    '(reported_at, id)',
    '(state, id)',
    '(reporter_id, reported_at)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: byField('issueId') },
});

export const issues = {
  tables: [issuesTable],
  on: {
    IssueReported: (event, batch) => {
      const { issueId: id, reporterId, organizationId, applicationId, title, description, file } = event.data;
      return insertOnce(batch.rows(issuesTable), id, {
        id,
        title,
        description,
        state: 'open',
        reporter_id: reporterId,
        organization_id: organizationId,
        application_id: applicationId,
        file_hash: file?.hash ?? null,
        file_type: file?.type ?? null,
        file_size: file?.size ?? null,
        reported_at: timeOf(event),
        closed_at: null,
        closed_by: null,
        stream_version: event.version,
      });
    },
    IssueClosed: (event, batch) =>
      updateOnce(batch.rows(issuesTable), event.data.issueId, event, () => ({
        state: 'closed' as const,
        closed_at: timeOf(event),
        closed_by: event.meta.actor.userId,
      })),
    UserErased: ({ data }, batch) =>
      eraseRows(batch.rows(issuesTable), 'reporter_id', data.userId, () => ({ title: erased, description: erased })),
  },
} satisfies ProjectionPart;
