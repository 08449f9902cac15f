import { type AuditFilters, noAuditFilter } from '#domain/audit/schema.ts';

/** The filters of everything. */
export const noFilter: AuditFilters = {
  ...noAuditFilter,
  userId: undefined,
  noun: undefined,
  act: undefined,
  organizationId: undefined,
  startDate: undefined,
  endDate: undefined,
};

/** Returns the filters in a screen's parameters, without page and order. */
export const filterOf = (params: AuditFilters): AuditFilters =>
  Object.fromEntries(
    (Object.keys(noFilter) as (keyof AuditFilters)[]).map((key) => [key, params[key]]),
  ) as unknown as AuditFilters;

/** Returns what stands in the address for these filters. '': no filter. */
export const addressOf = (filters: AuditFilters): string =>
  new URLSearchParams(
    Object.entries(filterOf(filters)).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();

/** The lists that auditors ask for most often. */
export const views = {
  deleted: { noun: 'api', act: 'deleted' },
  viewed: { act: 'viewed' },
  roles: { act: 'roles-changed' },
  refused: { noun: 'trace', act: 'refused' },
} as const satisfies Record<string, Partial<AuditFilters>>;
