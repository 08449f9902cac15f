import type { createFairQueue, Place, WorkCaller, WorkKind } from './fair-queue.ts';

/** The outcome of a piece of work. Only a `kept` result is cached for later callers. */
type Outcome<Result> = Readonly<{ response: Result; bytes: number; kept: boolean }>;

type Piece<Result> = Readonly<{
  /** Pieces with the same key have the same result. Without a key nothing is shared. */
  key: string | undefined;
  kind: WorkKind;
  caller: WorkCaller;
  signal?: AbortSignal | undefined;
  /** @param ended aborts when nobody wants the result any more. */
  work: (ended: AbortSignal) => Promise<Outcome<Result>>;
}>;

type UnderWay<Result> = {
  place: Place;
  callers: number;
  result: Promise<Result>;
  controller: AbortController;
};

/** A cache of results by key, limited by size; the newest is last. */
const responsesUpTo = <Result>(maximum: number) => {
  const kept = new Map<string, Outcome<Result>>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Outcome<Result> | undefined => {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found;
    },
    set: (key: string, outcome: Outcome<Result>): void => {
      if (outcome.bytes > maximum / 2) return;
      forget(key);
      kept.set(key, outcome);
      bytes += outcome.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= maximum) break;
        forget(oldest);
      }
    },
  };
};

/**
 * Does each piece of work once for all callers at the same time or soon after, because an unchanged document gives the same
 * result. Ends work that nobody waits for any more.
 *
 * @param bytes size of the cache.
 */
export const createSharedWork = <Result>(queue: ReturnType<typeof createFairQueue>, bytes: number) => {
  const responses = responsesUpTo<Result>(bytes);
  const underWay = new Map<string, UnderWay<Result>>();

  const start = ({ key, kind, caller, work }: Piece<Result>): UnderWay<Result> | undefined => {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const begin = async (): Promise<void> => {
      try {
        const outcome = await work(controller.signal);
        if (key !== undefined && outcome.kept) responses.set(key, outcome);
        resolve(outcome.response);
      } catch (error) {
        reject(error);
      } finally {
        if (key !== undefined && underWay.get(key)?.controller === controller) underWay.delete(key);
      }
    };
    const place = queue.enter(kind, caller, begin);
    if (!place) return undefined;
    // Callers get the error from their own promise. Without callers it does not matter.
    promise.catch(() => undefined);
    const started = { place, callers: 1, result: promise, controller };
    if (key !== undefined) underWay.set(key, started);
    return started;
  };

  const joined = (piece: Piece<Result>): UnderWay<Result> | undefined => {
    const same = piece.key === undefined ? undefined : underWay.get(piece.key);
    if (!same) return start(piece);
    if (!same.place.join(piece.caller)) return undefined;
    same.callers += 1;
    return same;
  };

  /**
   * @returns the result, or undefined when the queue is full.
   * @throws the error of the work, or the signal's reason when it aborts.
   */
  return async (piece: Piece<Result>): Promise<Result | undefined> => {
    const { key, caller, signal } = piece;
    signal?.throwIfAborted();
    const known = key === undefined ? undefined : responses.get(key);
    if (known) return known.response;
    const own = joined(piece);
    if (!own) return undefined;

    const gone = Promise.withResolvers<never>();
    const leave = (): void => {
      own.place.leave(caller);
      own.callers -= 1;
      if (own.callers === 0) {
        if (key !== undefined && underWay.get(key) === own) underWay.delete(key);
        own.controller.abort(signal?.reason);
      }
      gone.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([own.result, gone.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
};
