import * as z from 'zod/mini';
import { specComparison } from '../api/comparison.ts';

/**
 * What a change of a category means. `readers` follow the older version and get messages of the newer one; `writers` follow
 * the older one, and their messages are held to the newer. A line's `subject` is the `eventTypeId`, its `place` the field.
 */
export const eventComparison = z.object({ readers: specComparison, writers: specComparison });
export type EventComparison = z.output<typeof eventComparison>;
