import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { auditFilterBody, auditFilterChanged, auditFilterList } from './schema.ts';

/** The caller's own filters of the audit. */
export const listAuditFilters = call({ method: 'get', path: '/api/audit/filters', response: auditFilterList });

export const saveAuditFilter = call({
  method: 'post',
  path: '/api/audit/filters',
  body: auditFilterBody,
  response: auditFilterChanged,
});

export const removeAuditFilter = call({
  method: 'delete',
  path: '/api/audit/filters/{id}',
  parameters: { id: idParameter },
  response: auditFilterChanged,
});
