import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { auditEntry, auditFileQuery, auditPage, auditQuery, auditThen } from './schema.ts';

/** Every event of every noun: who did what, when, from where, from which value to which. */
export const listAudit = call({ method: 'get', path: '/api/audit', query: auditQuery, response: auditPage });

export const readAuditEntry = call({
  method: 'get',
  path: '/api/audit/entry/{id}',
  parameters: { id: z.uuid() },
  response: auditEntry,
});

/** What the entry's thing was like after it. */
export const readAuditThen = call({
  method: 'get',
  path: '/api/audit/entry/{id}/then',
  parameters: { id: z.uuid() },
  response: auditThen,
});

/** All entries that a filter chooses, streamed. */
export const downloadAudit = call({ method: 'get', path: '/api/audit/export', query: auditFileQuery });
