import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { historyAreas } from '../core/history.ts';
import { idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { undoFields } from '../core/undo-fields.ts';
import { historyTypes } from './history.ts';

/** The outcome of an operation. Entries without an operation have null. */
export const historyOutcomes = ['pending', 'done', 'failed', 'superseded', 'cancelled'] as const;
export type HistoryOutcome = (typeof historyOutcomes)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string())), z.null()]);
const change = z.object({ field: z.string(), from: value, to: value });

const party = z.object({ id: idSchema, name: z.string() });

const historyRow = z.object({
  id: z.uuid(),
  type: z.enum(historyTypes),
  area: z.enum(historyAreas),
  happenedAt: z.string(),
  /** Null: Portico itself, on a schedule. */
  user: z.nullable(z.object({ ...party.shape, organizationName: z.string() })),
  /** The organization of the key, grant or code; null for entries about the API. */
  organization: z.nullable(party),
  environment: z.nullable(environmentSchema),
  /** The route's name on the gateway, or the kind of code. */
  subject: z.string(),
  /** Parameters of the entry's sentence: version, revision, nickname. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  changes: z.array(change),
  operationId: z.nullable(z.uuid()),
  outcome: z.nullable(z.enum(historyOutcomes)),
  ...undoFields,
});
export type HistoryRow = z.output<typeof historyRow>;

export const historyPageSize = 20;
export const historyListQuery = z.extend(
  growingListParameters(['happenedAt', 'user', 'type'], {
    sort: 'happenedAt',
    order: 'desc',
  }),
  {
    area: z.optional(z.enum(historyAreas)),
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  },
);
export type HistoryListQuery = z.output<typeof historyListQuery>;

export const historyPage = z.extend(growingPageOf('entries', historyRow), {
  api: z.object({ id: idSchema, name: z.string(), deleted: z.boolean() }),
});
export type HistoryPage = z.output<typeof historyPage>;
