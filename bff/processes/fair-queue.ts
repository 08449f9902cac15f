/** The caller of a piece of work. The portal itself is user 0. */
export type WorkCaller = Readonly<{ userId: number; organizationId: number }>;

/**
 * `reading`: people wait to see something. `saving`: people wait until it is stored. `checking`: runs while people write,
 * and may take longest.
 */
export type WorkKind = 'reading' | 'saving' | 'checking';
const kinds: readonly WorkKind[] = ['reading', 'saving', 'checking'];

/** How many pieces of work may run at once, in all and of one kind, and how many may wait. */
export type QueueLimits = Readonly<{
  running: number;
  /** Pieces of one kind at once, of all callers. */
  kind: Readonly<Record<WorkKind, number>>;
  /** How many of `running` are reserved for reading. */
  reading: number;
  /** Pieces of one kind at once, for one person. */
  person: number;
  /** Pieces of one kind at once, for one organization. More while a place is left for another organization. */
  organization: Readonly<Record<WorkKind, number>>;
  waiting: Readonly<{ person: number; organization: number; all: number }>;
}>;

/** A place in the queue, held until `done`. */
export type Place = Readonly<{
  /** Adds a caller who wants the same piece. It runs at the earliest turn of all its callers. False: the caller's queue is full. */
  join: (caller: WorkCaller) => boolean;
  /** Removes a caller. A waiting piece without callers leaves the queue. */
  leave: (caller: WorkCaller) => void;
}>;

type Entry = {
  kind: WorkKind;
  arrival: number;
  callers: WorkCaller[];
  begin: () => Promise<unknown>;
};
type Running = Readonly<{ kind: WorkKind; by: WorkCaller }>;

/** Number of people and organizations whose last turn is remembered. */
const remembered = 10_000;

const lastTurns = () => {
  const turns = new Map<number, number>();
  return {
    of: (id: number): number => turns.get(id) ?? 0,
    set: (id: number, turn: number): void => {
      turns.delete(id);
      turns.set(id, turn);
      const [oldest] = turns.keys();
      if (turns.size > remembered && oldest !== undefined) turns.delete(oldest);
    },
  };
};

/**
 * Shares few places among many callers. Order: reading, saving, checking; then the organization that has waited longest for
 * a turn; then the person in it who has. No person and no organization may have more than their share of the queue and of
 * the places. An organization may use idle places, except the last one.
 */
export const createFairQueue = (limits: QueueLimits) => {
  const running = new Set<Running>();
  const waiting = new Set<Entry>();
  const turns = { organization: lastTurns(), person: lastTurns() };
  let turn = 0;

  const isOrganization =
    ({ organizationId }: WorkCaller) =>
    (other: WorkCaller) =>
      other.organizationId === organizationId;
  const isPerson =
    ({ userId }: WorkCaller) =>
    (other: WorkCaller) =>
      other.userId === userId;

  const countRunning = (kind: WorkKind, of: (by: WorkCaller) => boolean): number =>
    [...running].filter((one) => one.kind === kind && of(one.by)).length;
  const countWaiting = (of: (by: WorkCaller) => boolean): number =>
    [...waiting].filter(({ callers }) => callers.some(of)).length;

  /** Returns how many more pieces of a kind may run now. */
  const places = (kind: WorkKind): number => {
    const others = running.size - countRunning('reading', () => true);
    return Math.min(
      limits.running - running.size,
      limits.kind[kind] - countRunning(kind, () => true),
      kind === 'reading' ? limits.running : limits.running - limits.reading - others,
    );
  };
  /** Returns 0 within the caller's share, 1 for an idle place, undefined when the caller has to wait. */
  const turnOf = (kind: WorkKind, caller: WorkCaller, free: number): 0 | 1 | undefined => {
    if (countRunning(kind, isPerson(caller)) >= limits.person) return undefined;
    if (countRunning(kind, isOrganization(caller)) < limits.organization[kind]) return 0;
    return free > 1 ? 1 : undefined;
  };
  const hasRoom = (caller: WorkCaller): boolean =>
    countWaiting(isPerson(caller)) < limits.waiting.person &&
    countWaiting(isOrganization(caller)) < limits.waiting.organization;

  /** The sort key: lower ones come first. */
  const rank = ({ kind, arrival }: Entry, caller: WorkCaller, share: 0 | 1): readonly number[] => [
    share,
    kinds.indexOf(kind),
    turns.organization.of(caller.organizationId),
    turns.person.of(caller.userId),
    arrival,
  ];
  const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at !== -1 && (one[at] as number) < (other[at] as number);
  };

  /** Returns the next piece and its caller; undefined when no place or no share is free. */
  const next = (): { entry: Entry; by: WorkCaller } | undefined => {
    let best: { entry: Entry; by: WorkCaller; rank: readonly number[] } | undefined;
    for (const entry of waiting) {
      const free = places(entry.kind);
      if (free <= 0) continue;
      for (const by of entry.callers) {
        const share = turnOf(entry.kind, by, free);
        if (share === undefined) continue;
        const own = rank(entry, by, share);
        if (!best || isBefore(own, best.rank)) best = { entry, by, rank: own };
      }
    }
    return best;
  };

  const fill = (): void => {
    for (let found = next(); found; found = next()) {
      const { entry, by } = found;
      const place: Running = { kind: entry.kind, by };
      waiting.delete(entry);
      running.add(place);
      turn += 1;
      turns.organization.set(by.organizationId, turn);
      turns.person.set(by.userId, turn);
      const done = (): void => {
        running.delete(place);
        fill();
      };
      entry.begin().then(done, done);
    }
  };

  let arrivals = 0;
  return {
    /**
     * @param begin starts the work. Its place is free again when the promise has settled.
     * @returns undefined when the queue or the caller's part of it is full.
     */
    enter: (kind: WorkKind, caller: WorkCaller, begin: () => Promise<unknown>): Place | undefined => {
      arrivals += 1;
      const entry: Entry = { kind, arrival: arrivals, callers: [caller], begin };
      const isFull = waiting.size >= limits.waiting.all || !hasRoom(caller);
      waiting.add(entry);
      fill();
      // With a free place nobody waits, even when the queue is full.
      if (isFull && waiting.delete(entry)) return undefined;
      return {
        join: (other) => {
          if (waiting.has(entry) && !hasRoom(other)) return false;
          entry.callers.push(other);
          fill();
          return true;
        },
        leave: (other) => {
          const at = entry.callers.indexOf(other);
          if (at !== -1) entry.callers.splice(at, 1);
          if (entry.callers.length === 0) waiting.delete(entry);
        },
      };
    },
  };
};
