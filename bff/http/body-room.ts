import { RefusedError, refuse } from '#domain/core/problem.ts';
import { largeBodies } from '../input/body-limits.ts';
import type { WorkCaller } from '../threads/fair-queue.ts';

type Held = { readonly by: WorkCaller; bytes: number };

/** Each process counts its own: it is its memory. */
const held = new Set<Held>();

const bytesOf = (those: (one: Held) => boolean): number =>
  [...held].filter(those).reduce((sum, { bytes }) => sum + bytes, 0);

/** A large body's room: `book` what has come of it, and `giveBack` all. */
export type Room = Readonly<{ book: (bytes: number) => void; giveBack: () => void }>;

/**
 * Makes room for a large body before it is read. It holds what has come, not what it says will come: who announces much
 * and sends nothing takes nothing from others.
 *
 * @param bodies of this person at once.
 * @returns the room; `book` throws RefusedError `upload.no-room` (503) when there is no more.
 * @throws RefusedError `upload.too-many` (429) when this person sends others.
 */
export const takeRoom = (by: WorkCaller, bodies: number = largeBodies.person): Room => {
  const own = [...held].filter((one) => one.by.userId === by.userId);
  if (own.length >= bodies)
    throw new RefusedError(refuse('busy', { code: 'upload.too-many', parameters: { maximum: bodies } }));
  const one: Held = { by, bytes: 0 };
  held.add(one);
  return {
    book: (bytes) => {
      const more = bytes - one.bytes;
      const organization = bytesOf(({ by: { organizationId } }) => organizationId === by.organizationId);
      if (organization + more > largeBodies.organizationBytes || bytesOf(() => true) + more > largeBodies.bytes)
        throw new RefusedError(refuse('unavailable', { code: 'upload.no-room' }));
      one.bytes = bytes;
    },
    giveBack: () => void held.delete(one),
  };
};
