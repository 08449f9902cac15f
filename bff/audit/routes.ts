import { downloadAudit, listAudit, readAuditEntry, readAuditThen } from '#domain/audit/calls.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { recordAuditRead } from '../http/record-view.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listEntries, sightOf } from './entries.ts';
import { exportAudit } from './export.ts';
import { withNames } from './organization-names.ts';
import { type Row, readEntry, rowOf, type Sight } from './row.ts';
import { readThen } from './then.ts';

/** Returns an entry. @throws RefusedError 404 for another organization's */
const entryOf = async ({ db }: Services, { only }: Sight, id: string): Promise<Row> => {
  const row = await readEntry(db, id);
  if (!row || (only !== undefined && row.organization_id !== only)) throw new RefusedError(notFound());
  return row;
};

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
    why: 'audit.list-all',
    summary: 'One entry of the audit',
    handle: async (request) => {
      const { services, actor, parameters } = request;
      authorizeOpenly(actor, 'audit.list');
      const sight = sightOf(actor);
      const [entry] = await Promise.all([entryOf(services, sight, parameters.id), recordAuditRead(request)]);
      return await withNames(services, sight, rowOf(entry, sight));
    },
  }),
  route(readAuditThen, {
    action: 'audit.list',
    why: 'audit.list-all',
    summary: 'The fields that the thing of an entry had after it',
    handle: async (request) => {
      const { services, actor, parameters } = request;
      authorizeOpenly(actor, 'audit.list');
      const sight = sightOf(actor);
      const [entry] = await Promise.all([entryOf(services, sight, parameters.id), recordAuditRead(request)]);
      return await readThen(services, sight, entry);
    },
  }),
  route(downloadAudit, {
    action: 'audit.list',
    limit: 'export',
    recordsItself: true,
    summary:
      'All of the same entries in an archive, as CSV or as lines of JSON, with a manifest; the export is recorded',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'audit.list');
      return await exportAudit(request);
    },
  }),
];
