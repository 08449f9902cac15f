/** Who a piece of work is for. The portal itself is person 0. */
export type WorkCaller = Readonly<{ userId: number; organizationId: number }>;

/** Reading is what people wait for to see something; checking is what they ask for while they write. */
export type WorkKind = 'reading' | 'checking';

/** How many pieces may run at once, in all and of one kind, and how many may wait. */
export type QueueLimits = Readonly<{
  running: number;
  checking: number;
  /** Of one kind at once. */
  person: number;
  /** Of one kind at once. */
  organization: Readonly<Record<WorkKind, number>>;
  waiting: Readonly<{ person: number; organization: number; all: number }>;
}>;

/** A place in the queue, held until `done`. */
export type Place = Readonly<{
  /** Somebody else wants the same piece: it runs at the earliest turn of all of them. False when their own queue is full. */
  join: (caller: WorkCaller) => boolean;
  /** One of them no longer wants it; without any it leaves the queue, if it still waits. */
  leave: (caller: WorkCaller) => void;
}>;

type Entry = {
  kind: WorkKind;
  arrival: number;
  callers: WorkCaller[];
  begin: () => Promise<unknown>;
};
type Running = Readonly<{ kind: WorkKind; by: WorkCaller }>;

/** People and organizations whose last turn is remembered. */
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
 * Shares few places between many: reading before checking, then whoever's organization, and within it whoever themself,
 * had no turn for longest. Nobody, and no organization, holds more than a share of the places or of the queue, however
 * much they ask for.
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

  const hasShare = (kind: WorkKind, caller: WorkCaller): boolean =>
    countRunning(kind, isPerson(caller)) < limits.person &&
    countRunning(kind, isOrganization(caller)) < limits.organization[kind];
  const hasRoom = (caller: WorkCaller): boolean =>
    countWaiting(isPerson(caller)) < limits.waiting.person &&
    countWaiting(isOrganization(caller)) < limits.waiting.organization;

  /** Lower comes first. */
  const rank = ({ kind, arrival }: Entry, caller: WorkCaller): readonly number[] => [
    kind === 'reading' ? 0 : 1,
    turns.organization.of(caller.organizationId),
    turns.person.of(caller.userId),
    arrival,
  ];
  const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at !== -1 && (one[at] as number) < (other[at] as number);
  };

  /** What runs next, and for whom; undefined when no place or nobody's share is free. */
  const next = (): { entry: Entry; by: WorkCaller } | undefined => {
    if (running.size >= limits.running) return undefined;
    const checksAreFull = countRunning('checking', () => true) >= limits.checking;
    let best: { entry: Entry; by: WorkCaller; rank: readonly number[] } | undefined;
    for (const entry of waiting) {
      if (entry.kind === 'checking' && checksAreFull) continue;
      for (const by of entry.callers) {
        const own = rank(entry, by);
        if ((!best || isBefore(own, best.rank)) && hasShare(entry.kind, by)) best = { entry, by, rank: own };
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
     * @param begin starts the work; its place is free again when the promise has settled, whichever way.
     * @returns undefined when the queue, or this caller's part of it, is full.
     */
    enter: (kind: WorkKind, caller: WorkCaller, begin: () => Promise<unknown>): Place | undefined => {
      arrivals += 1;
      const entry: Entry = { kind, arrival: arrivals, callers: [caller], begin };
      const isFull = waiting.size >= limits.waiting.all || !hasRoom(caller);
      waiting.add(entry);
      fill();
      // Who finds a free place does not wait, however many others do.
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
