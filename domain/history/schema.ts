import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { historyAreas } from '../core/history.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { historyTypes } from './history.ts';

/** The outcome of an operation. Entries without an operation have null. */
const historyOutcomes = ['pending', 'done', 'failed', 'superseded'] as const;
export type HistoryOutcome = (typeof historyOutcomes)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly(), z.null()]);
const change = z.object({ field: z.string(), from: value, to: value });

const party = z.object({ id: idSchema, name: z.string() });

const historyRow = z.object({
  id: z.uuid(),
  type: z.enum(historyTypes),
  area: z.enum(historyAreas),
  happenedAt: z.string(),
  /** Null: Portico itself, on a schedule. */
  user: z.object({ ...party.shape, organizationName: z.string() }).nullable(),
  /** The organization of the key, grant or code; null for entries about the API. */
  organization: party.nullable(),
  environment: environmentSchema.nullable(),
  /** The route's name on the gateway, or the kind of code. */
  subject: z.string(),
  /** Parameters of the entry's sentence: version, revision, nickname. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  changes: z.array(change),
  operationId: z.uuid().nullable(),
  outcome: z.enum(historyOutcomes).nullable(),
});
export type HistoryRow = z.output<typeof historyRow>;

export const historyPageSize = 20;
export const historyListQuery = listParameters(['happenedAt', 'user', 'type'], {
  sort: 'happenedAt',
  order: 'desc',
}).extend({
  area: z.enum(historyAreas).optional(),
  search: z.string().trim().max(100).default(''),
});
export type HistoryListQuery = z.output<typeof historyListQuery>;

export const historyPage = pageOf('entries', historyRow).extend({
  api: z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }),
});
export type HistoryPage = z.output<typeof historyPage>;
