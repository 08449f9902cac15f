import { installationStream } from '#domain/installation/installation.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import type { EventSeals } from './event-seals.ts';
import type { Position, SealsDemanded } from './event-store.ts';
import type { StoredEvent } from './stored-event.ts';

/** From a position on, events need a seal of this key or of a newer one. */
type SealDemand = Readonly<{ position: Position; key: string }>;

/** Milliseconds after which a process looks again whether somebody demanded seals. */
const refreshAfter = 10_000;

const demandType = 'SealsDemanded';
const isDemand = ({ stream, type }: StoredEvent): boolean => stream === installationStream && type === demandType;

/** The faults of events without the seal that is demanded. */
const faults = {
  none: 'no process of this installation has sealed it',
  old: 'it is sealed with a key that is no longer in use',
} as const;

const missingKey =
  'The log demands seals of a key that this process does not have, or of an older one. SEAL_KEYS must have every key that was ever in it, the newest ' +
  'first. If nobody took one away, somebody has written into the log: npm run log -- verify';

/**
 * Tells which events this installation takes.
 *
 * @property faultsOf returns for each event why it is not taken; undefined for one that is. @throws what reading throws
 * @property demanded tells whether new events need a seal; `older-key`: one of an earlier key is enough.
 */
export type SealCheck = Readonly<{
  faultsOf: (events: readonly StoredEvent[]) => Promise<readonly (string | undefined)[]>;
  demanded: () => Promise<SealsDemanded>;
  /** @throws UnfitError when this process lacks a key that was demanded. */
  checkKeys: () => Promise<void>;
}>;

/**
 * Returns who checks the seals of events. Before the first demand no seal is needed: older releases wrote none.
 *
 * @param readDemands reads the stored events of the installation's stream.
 */
export const createSealCheck = (seals: EventSeals, readDemands: () => Promise<readonly StoredEvent[]>): SealCheck => {
  let known: readonly SealDemand[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  /** A demand counts only with a seal, or whoever owns the database could demand a key of theirs. */
  const demandsIn = (events: readonly StoredEvent[]): readonly SealDemand[] => {
    const demands: SealDemand[] = [];
    for (const event of events.filter(isDemand)) {
      const key = seals.sealedBy(event);
      const before = demands.at(-1);
      if (key && (!before || seals.mayFollow(key, before.key))) demands.push({ position: event.position, key });
    }
    return demands;
  };

  const demands = async (isNew: boolean): Promise<readonly SealDemand[]> => {
    if (!isNew && performance.now() - readAt < refreshAfter) return known;
    const found = demandsIn(await readDemands());
    // What was demanded stays so while this process runs, whatever becomes of the stream.
    if (found.length >= known.length) known = found;
    readAt = performance.now();
    return known;
  };

  return {
    faultsOf: async (events) => {
      const demanded = await demands(events.some(isDemand));
      return events.map((event) => {
        const demand = demanded.findLast(({ position }) => position <= event.position);
        if (!demand) return undefined;
        const key = seals.sealedBy(event);
        if (!key) return faults.none;
        return seals.mayFollow(key, demand.key) ? undefined : faults.old;
      });
    },
    checkKeys: async () => {
      const demanding = (await readDemands()).filter(isDemand);
      if (demandsIn(demanding).length < demanding.length) throw new UnfitError(missingKey);
    },
    demanded: async () => {
      const newest = (await demands(true)).at(-1);
      if (!newest) return 'no';
      return newest.key === seals.keyId ? 'yes' : 'older-key';
    },
  };
};
