import { installationStream } from '#domain/installation/installation.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import type { EventSeals } from './event-seals.ts';
import { beginning, type Position, type SealsDemanded } from './event-store.ts';
import type { StoredEvent } from './stored-event.ts';

/** From a position on, events need a seal of this key or of a newer one. `version`: that of the demand in its stream. */
type SealDemand = Readonly<{ version: number; position: Position; key: string }>;

/** Milliseconds after which a process looks again whether somebody demanded seals. */
const refreshAfter = 10_000;

const demandType = 'SealsDemanded';
const isDemand = ({ stream, type }: StoredEvent): boolean => stream === installationStream && type === demandType;

/** The faults of events that this installation does not take. */
const faults = {
  none: 'no process of this installation has sealed it',
  old: 'it is sealed with a key that is no longer in use',
  moved: 'it is not at the place in the log where it was written',
} as const;

const missingKey =
  'The log demands seals of a key that this process does not have, or of an older one. SEAL_KEYS must have every key that was ever in it, the newest ' +
  'first. If nobody took one away, somebody has written into the log: npm run log -- verify';

const newKey =
  'SEAL_KEYS begins with a new key, and the log does not demand it yet. Stop every process and run: npm run log -- demand-seals';

/**
 * Tells which events this installation takes.
 *
 * @property faultsOf returns for each event why it is not taken; undefined for one that is. @throws what reading throws
 * @property demanded tells whether new events need a seal; `older-key`: one of an earlier key is enough.
 */
export type SealCheck = Readonly<{
  faultsOf: (events: readonly StoredEvent[]) => Promise<readonly (string | undefined)[]>;
  demanded: () => Promise<SealsDemanded>;
  /** Whoever lacks a key must not write: others would not take it. @throws UnfitError when this process lacks a key that was demanded. */
  checkKeys: () => Promise<void>;
  /** Each process of the portal calls it at its start. @throws UnfitError as `checkKeys`, and when the newest key is not demanded yet. */
  checkNewestKey: () => Promise<void>;
}>;

/**
 * Returns who checks the seals of events. Before the first demand no seal is needed: older releases wrote none.
 *
 * A seal covers no position, which the database assigns later. So a demand that is the first event of the installation counts for the
 * whole log, wherever somebody moves it.
 *
 * @param readInstallation reads the stored events of the installation's stream.
 */
export const createSealCheck = (
  seals: EventSeals,
  readInstallation: () => Promise<readonly StoredEvent[]>,
): SealCheck => {
  let known: readonly SealDemand[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  /** A demand counts only with a seal, or whoever owns the database could demand a key of theirs. */
  const demandsIn = (events: readonly StoredEvent[]): readonly SealDemand[] => {
    const demands: SealDemand[] = [];
    for (const event of events.filter(isDemand)) {
      const { version } = event;
      const key = seals.sealedBy(event);
      const before = demands.at(-1);
      const position = version === 1 ? beginning : event.position;
      if (key && (!before || seals.mayFollow(key, before.key))) demands.push({ version, position, key });
    }
    return demands;
  };

  /** What was demanded stays so while this process runs, whatever becomes of the stream. */
  const refresh = async (): Promise<void> => {
    const found = demandsIn(await readInstallation());
    const last = known.at(-1);
    known = [
      ...known,
      ...found.filter(({ version, key }) => !last || (version > last.version && seals.mayFollow(key, last.key))),
    ];
    readAt = performance.now();
  };

  const demands = async (isNew: boolean): Promise<readonly SealDemand[]> => {
    if (isNew || performance.now() - readAt >= refreshAfter) {
      reading ??= refresh().finally(() => {
        reading = undefined;
      });
      // Who knows of a demand can go on without the stream.
      await reading.catch((error: unknown) => {
        if (known.length === 0) throw error;
      });
    }
    return known;
  };

  /** Finds events that do not lie behind the earlier ones of their stream. */
  const misplaced = (events: readonly StoredEvent[]): readonly boolean[] => {
    const before = new Map<string, StoredEvent>();
    return events.map((event) => {
      const last = before.get(event.stream);
      before.set(event.stream, event);
      return last !== undefined && event.version > last.version !== event.position > last.position;
    });
  };

  const demandedKeys = async (): Promise<readonly SealDemand[]> => {
    const events = await readInstallation();
    const found = demandsIn(events);
    const isWhole = events.every(({ version }, index) => version === index + 1);
    if (!isWhole || found.length < events.filter(isDemand).length) throw new UnfitError(missingKey);
    return found;
  };

  return {
    faultsOf: async (events) => {
      const demanded = await demands(events.some(isDemand));
      const isMisplaced = misplaced(events);
      return events.map((event, index) => {
        const key = demanded.length > 0 || isDemand(event) ? seals.sealedBy(event) : undefined;
        if (isDemand(event) && !key) return faults.none;
        const demand = demanded.findLast(({ position }) => position <= event.position);
        if (demand && !key) return faults.none;
        if (demand && key && !seals.mayFollow(key, demand.key)) return faults.old;
        return demanded.length > 0 && isMisplaced[index] ? faults.moved : undefined;
      });
    },
    demanded: async () => {
      const newest = (await demands(true)).at(-1);
      if (!newest) return 'no';
      return newest.key === seals.keyId ? 'yes' : 'older-key';
    },
    checkKeys: async () => {
      await demandedKeys();
    },
    checkNewestKey: async () => {
      const newest = (await demandedKeys()).at(-1);
      if (newest && newest.key !== seals.keyId) throw new UnfitError(newKey);
    },
  };
};
