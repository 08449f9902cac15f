import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { IssuesTable } from './engine/tables.ts';

const issuesTable: TableDefinition<IssuesTable> = {
  name: 'issues',
  key: ['id'],
  columns: {
    id: 'integer not null',
    title: 'text not null',
    description: 'text not null',
    state: 'text not null',
    reporter_id: 'integer not null',
    organization_id: 'integer not null',
    application_id: 'integer',
    file_hash: 'text',
    file_type: 'text',
    file_size: 'integer',
    reported_at: 'timestamptz not null',
    closed_at: 'timestamptz',
    closed_by: 'integer',
    stream_version: 'integer not null',
  },
  generated: {
    sort_title: 'text generated always as (lower(title)) stored',
    search: 'text generated always as (lower(title || chr(10) || description)) stored',
  },
  indexes: [
    '(sort_title, id)',
    '(reported_at, id)',
    '(state, id)',
    '(reporter_id, reported_at)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: byField('issueId') },
};

export const issues: ProjectionPart = {
  tables: [anyTable(issuesTable)],
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
        state: 'closed',
        closed_at: timeOf(event),
        closed_by: event.meta.actor.userId,
      })),
  },
};
