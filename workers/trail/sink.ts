import type { trailSinkNames } from '#eventstore/trail-sinks.ts';
import type { TrailEntry } from './record.ts';

/**
 * A place that gets the trail.
 *
 * @property send returns when all entries are there. After an error some may be there, and all are sent again.
 */
export type TrailSink = Readonly<{
  name: (typeof trailSinkNames)[number];
  send: (entries: readonly TrailEntry[]) => Promise<void>;
}>;
