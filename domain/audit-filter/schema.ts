import * as z from 'zod/mini';
import { requiredName } from '../core/given-name.ts';
import { idSchema } from '../core/id.ts';
import { atMost } from '../core/required-text.ts';
import { filterNameLimit, filterQueryLimit } from './limits.ts';

/** `POST /api/audit/filters`. `id` 0 adds one. */
export const auditFilterBody = z.strictObject({
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  name: requiredName(filterNameLimit, 'audit-filter.name-required'),
  /** What stands in the address of the screen after the question mark. */
  query: z.string().check(atMost(filterQueryLimit)),
});

const auditFilter = z.object({ id: idSchema, name: z.string(), query: z.string() });
export type AuditFilter = z.output<typeof auditFilter>;

export const auditFilterList = z.object({ filters: z.array(auditFilter) });
export const auditFilterChanged = z.object({ position: z.string() });
