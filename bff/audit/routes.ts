import { downloadAudit, listAudit, readAuditEntry } from '#domain/audit/calls.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { csvStream, fileStream } from '../http/csv.ts';
import { recordAuditRead } from '../http/record-view.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { allEntries, listEntries, sightOf } from './entries.ts';
import { csvParts, jsonLines } from './file.ts';
import { readEntry, rowOf } from './row.ts';

/** Every event of every noun (docs/decisions/0130-audit.md). */
export const auditRoutes = [
  route(listAudit, {
    action: 'audit.list',
    summary: 'Who did what to which thing, when and from where, the newest first; to some only of their organization',
    handle: async (request) => {
      const { services, actor, query } = request;
      authorizeOpenly(actor, 'audit.list');
      const [entries] = await Promise.all([listEntries(services, actor, query), recordAuditRead(request)]);
      return entries;
    },
  }),
  route(readAuditEntry, {
    action: 'audit.list',
    summary: 'One entry of the audit',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'audit.list');
      const sight = sightOf(actor);
      const row = await readEntry(services.db, id);
      if (!row || (sight.only !== undefined && row.organization_id !== sight.only)) throw new RefusedError(notFound());
      return rowOf(row, sight);
    },
  }),
  route(downloadAudit, {
    action: 'audit.list',
    limit: 'export',
    summary: 'The same entries as CSV or as lines of JSON, all of them',
    handle: async ({ c, services, actor, query: { format, ...query } }) => {
      authorizeOpenly(actor, 'audit.list');
      const { userId, organizationId } = actor;
      // What people type can name somebody.
      const { person: _person, search: _search, address: _address, ...filters } = query;
      services.log.info({ userId, organizationId, filters, correlationId: c.get('correlationId') }, 'audit exported');
      const entries = allEntries(services, actor, query);
      return format === 'csv'
        ? csvStream('audit.csv', csvParts(entries))
        : fileStream('audit.jsonl', 'application/jsonl', jsonLines(entries));
    },
  }),
];
