import type { AuditFileQuery, AuditFilters } from '#domain/audit/schema.ts';
import type { Received } from '../http/route.ts';
import { sendExport } from '../http/send-export.ts';
import { allEntries, sightOf } from './entries.ts';
import { written } from './file.ts';

type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'> & Readonly<{ query: AuditFileQuery }>;

/** Returns the filters of a query under the names of the event. */
const askedOf = ({ userId: doneBy, organizationId: ofOrganization, ...filters }: AuditFilters) => {
  const { search, person, address, noun, act, thing, startDate, endDate } = filters;
  return {
    ...{ search, person, address, thing },
    ...(noun && { noun }),
    ...(act && { act }),
    ...(doneBy && { doneBy }),
    ...(ofOrganization && { ofOrganization }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

/** Sends all entries that a query chooses and its reader may see, as an archive. */
export const exportAudit = (request: Request): Promise<Response> => {
  const { actor, query, services } = request;
  const { format } = query;
  const filters = askedOf(query);
  return sendExport(request, 'audit', () => ({
    asked: { userId: actor.userId, organizationId: sightOf(actor).only ?? null, format, ...filters },
    written: written[format],
    parts: () => allEntries(services, actor, query),
    query: filters,
  }));
};
