import { RefusedError, refuse } from '#domain/core/problem.ts';
import { largeBodies } from '../input/body-limits.ts';
import type { WorkCaller } from '../processes/fair-queue.ts';

type Held = { readonly by: WorkCaller; bytes: number };

/** Each process counts its own bodies, because they are in its memory. */
const held = new Set<Held>();

const bytesOf = (those: (one: Held) => boolean): number =>
  [...held].filter(those).reduce((sum, { bytes }) => sum + bytes, 0);

/** Memory reserved for a large body. `book` adds received bytes, `giveBack` frees all. */
export type Room = Readonly<{ book: (bytes: number) => void; giveBack: () => void }>;

/**
 * Reserves memory for a large body before it is read. Only received bytes count, not the announced length, so a client
 * that announces much and sends nothing takes nothing from others.
 *
 * @param bodies limit of bodies that this person may send at the same time.
 * @returns the room. `book` throws RefusedError `upload.no-room` (503) when there is no more memory.
 * @throws RefusedError `upload.too-many` (429) when this person sends too many bodies.
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
