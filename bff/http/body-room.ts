import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { WorkCaller } from '../threads/fair-queue.ts';
import { largeBodies } from './body-limits.ts';

type Held = Readonly<{ by: WorkCaller; bytes: number }>;

/** Each process counts its own: it is its memory. */
const held = new Set<Held>();

const bytesOf = (those: (one: Held) => boolean): number =>
  [...held].filter(those).reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Makes room for a large body before it is read.
 *
 * @param bytes it may have.
 * @returns gives the room back.
 * @throws RefusedError `upload.too-many` (429) when this person sends others, `spec.busy` (503) when there is no room.
 */
export const takeRoom = (by: WorkCaller, bytes: number): (() => void) => {
  const own = [...held].filter((one) => one.by.userId === by.userId);
  if (own.length >= largeBodies.person)
    throw new RefusedError(refuse('busy', { code: 'upload.too-many', parameters: { maximum: largeBodies.person } }));
  const organization = bytesOf((one) => one.by.organizationId === by.organizationId);
  if (organization + bytes > largeBodies.organizationBytes || bytesOf(() => true) + bytes > largeBodies.bytes)
    throw new RefusedError(refuse('unavailable', { code: 'spec.busy' }));
  const one: Held = { by, bytes };
  held.add(one);
  return () => void held.delete(one);
};
