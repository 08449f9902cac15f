import { streamOf } from '#domain/core/id.ts';
import type { PrefetchEvent } from './table.ts';

/** Returns the field of an event's data that has the id: `businessAreaId` of `business-area`. */
const fieldOf = (noun: string): string => `${noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;

/**
 * Prefetches rows whose key is a noun and its id, `deployment-3`: those of all things that an event names.
 *
 * @param nouns the things of the table.
 * @param fields where the id of some stands. Default: `deploymentId`.
 */
export const subjectsIn =
  (nouns: readonly string[], fields: Readonly<Record<string, string>> = {}) =>
  ({ data }: PrefetchEvent): string[] =>
    nouns.flatMap((noun) => {
      const id = data[fields[noun] ?? fieldOf(noun)];
      return typeof id === 'number' || typeof id === 'string' ? [streamOf(noun, id)] : [];
    });
