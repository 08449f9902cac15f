import { printable } from '#platform/printable.ts';
import type { TrailEntry } from './record.ts';

/**
 * Returns an entry as one line of JSON, without the end of the line. Whatever people wrote into it, it is one line and one object.
 *
 * @param most bytes. A longer entry comes without its data, and says `isCut`.
 */
export const lineOf = (
  { said, brief }: Pick<TrailEntry, 'said' | 'brief'>,
  most = Number.POSITIVE_INFINITY,
): string => {
  const line = printable(JSON.stringify(said));
  return Buffer.byteLength(line) <= most ? line : printable(JSON.stringify(brief));
};
