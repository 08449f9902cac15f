/** Who a piece of work is for. The portal itself is person 0. */
export type WorkCaller = Readonly<{ userId: number; organizationId: number }>;

/**
 * Reading is what people wait for to see something, saving what they wait for to have something kept; checking is what they
 * ask for while they write, and may take longest.
 */
export type WorkKind = 'reading' | 'saving' | 'checking';
const kinds: readonly WorkKind[] = ['reading', 'saving', 'checking'];

/** How many pieces may run at once, in all and of one kind, and how many may wait. */
export type QueueLimits = Readonly<{
  running: number;
  /** Of one kind at once, whoever asks. */
  kind: Readonly<Record<WorkKind, number>>;
  /** Of `running` for reading alone. */
  reading: number;
  /** Of one kind at once. */
  person: number;
  /** Of one kind at once; more while another organization would still find a place. */
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
 * Shares few places between many: reading before saving before checking, then whoever's organization, and within it whoever themself,
 * had no turn for longest. Nobody, and no organization, holds more than a share of the queue or of the places, except
 * of idle ones: the last is left to others.
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

  /** How many more pieces of a kind may run now. */
  const places = (kind: WorkKind): number => {
    const others = running.size - countRunning('reading', () => true);
    return Math.min(
      limits.running - running.size,
      limits.kind[kind] - countRunning(kind, () => true),
      kind === 'reading' ? limits.running : limits.running - limits.reading - others,
    );
  };
  /** 0 for who is within their share, 1 for who would take an idle place, undefined for who has to wait. */
  const turnOf = (kind: WorkKind, caller: WorkCaller, free: number): 0 | 1 | undefined => {
    if (countRunning(kind, isPerson(caller)) >= limits.person) return undefined;
    if (countRunning(kind, isOrganization(caller)) < limits.organization[kind]) return 0;
    return free > 1 ? 1 : undefined;
  };
  const hasRoom = (caller: WorkCaller): boolean =>
    countWaiting(isPerson(caller)) < limits.waiting.person &&
    countWaiting(isOrganization(caller)) < limits.waiting.organization;

  /** Lower comes first. */
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

  /** What runs next, and for whom; undefined when no place or nobody's share is free. */
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
