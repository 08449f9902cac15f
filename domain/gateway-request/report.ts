import * as z from 'zod/mini';
import { chartQuery } from './chart.ts';
import { requestListQuery } from './schema.ts';

/** What the address of the report says: the list's parameters, and the time that its charts show. */
export const reportQuery = z.extend(requestListQuery, { range: chartQuery.shape.range });
export type ReportQuery = z.output<typeof reportQuery>;
