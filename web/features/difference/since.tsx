import type { DifferenceRow } from '#domain/difference/schema.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';

/** Since when an object is not as it was applied: as the gateway says; of a missing object, when that was found. */
export const Since = ({ row: { writtenAt, foundAt } }: { row: DifferenceRow }) => (
  <RelativeTime at={writtenAt ?? foundAt} />
);
