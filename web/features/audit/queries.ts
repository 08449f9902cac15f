import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadAudit, listAudit, readAuditEntry, readAuditThen } from '#domain/audit/calls.ts';
import type { AuditFileQuery, AuditFilters, AuditQuery } from '#domain/audit/schema.ts';
import { listAuditFilters, removeAuditFilter, saveAuditFilter } from '#domain/audit-filter/calls.ts';
import { get, urlOf } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { wholeDays } from '../../components/table/report-period.ts';

const auditKey = ['audit'] as const;

/** Returns the filters as the server gets them. */
const filtersOf = ({ search, person, userId, noun, act, thing, organizationId, address, ...period }: AuditFilters) => ({
  ...{ search, person, userId, noun, act, thing, organizationId, address },
  ...wholeDays({ startDate: period.startDate, endDate: period.endDate }),
});

export const auditListOptions = (params: AuditQuery) =>
  queryOptions({
    queryKey: [...auditKey, params],
    queryFn: ({ signal }) => {
      const { page, after, before } = params;
      return get(listAudit, { query: { ...filtersOf(params), page, after, before } }, signal);
    },
    placeholderData: keepPreviousData,
    // What has just happened is there when somebody looks.
    staleTime: 0,
  });

export const auditEntryOptions = (id: string) =>
  queryOptions({
    queryKey: [...auditKey, 'one', id],
    queryFn: ({ signal }) => get(readAuditEntry, { parameters: { id } }, signal),
  });

export const auditThenOptions = (id: string) =>
  queryOptions({
    queryKey: [...auditKey, 'then', id],
    queryFn: ({ signal }) => get(readAuditThen, { parameters: { id } }, signal),
    // It does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditFiltersOptions = queryOptions({
  queryKey: ['audit-filters'],
  queryFn: ({ signal }) => get(listAuditFilters, {}, signal),
});

export const saveFilterCommand: CommandDefinition<typeof saveAuditFilter> = {
  call: saveAuditFilter,
  invalidates: [auditFiltersOptions.queryKey],
};

export const removeFilterCommand: CommandDefinition<typeof removeAuditFilter> = {
  call: removeAuditFilter,
  invalidates: [auditFiltersOptions.queryKey],
};

/** Returns the address of all entries of a filter as a file. */
export const auditFileUrl = (filters: AuditFilters, format: AuditFileQuery['format']): string =>
  urlOf(downloadAudit, { query: { ...filtersOf(filters), format } });
