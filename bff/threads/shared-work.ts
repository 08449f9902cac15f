import type { createFairQueue, Place, WorkCaller, WorkKind } from './fair-queue.ts';

/** What a piece of work gave. Only what is `kept` is given again to who asks later. */
type Outcome<TestResponse> = Readonly<{ response: TestResponse; bytes: number; kept: boolean }>;

type Piece<TestResponse> = Readonly<{
  /** The same key, the same answer; none is never shared. */
  key: string | undefined;
  kind: WorkKind;
  caller: WorkCaller;
  signal?: AbortSignal | undefined;
  /** @param ended aborts when nobody wants the answer any more. */
  work: (ended: AbortSignal) => Promise<Outcome<TestResponse>>;
}>;

type UnderWay<TestResponse> = {
  place: Place;
  callers: number;
  result: Promise<TestResponse>;
  controller: AbortController;
};

/** Answers by key, the newest last, up to a size. */
const responsesUpTo = <TestResponse>(maximum: number) => {
  const kept = new Map<string, Outcome<TestResponse>>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Outcome<TestResponse> | undefined => {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found;
    },
    set: (key: string, outcome: Outcome<TestResponse>): void => {
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
 * Does each piece of work once, however many ask for it at the same time or soon after: the work of an unchanged
 * document is the same. Work that nobody waits for any more is ended.
 *
 * @param bytes of the answers that are kept.
 */
export const createSharedWork = <TestResponse>(queue: ReturnType<typeof createFairQueue>, bytes: number) => {
  const responses = responsesUpTo<TestResponse>(bytes);
  const underWay = new Map<string, UnderWay<TestResponse>>();

  const start = ({ key, kind, caller, work }: Piece<TestResponse>): UnderWay<TestResponse> | undefined => {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<TestResponse>();
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
    // Whoever waits hears of it; when nobody does, nobody needs to.
    promise.catch(() => undefined);
    const started = { place, callers: 1, result: promise, controller };
    if (key !== undefined) underWay.set(key, started);
    return started;
  };

  const joined = (piece: Piece<TestResponse>): UnderWay<TestResponse> | undefined => {
    const same = piece.key === undefined ? undefined : underWay.get(piece.key);
    if (!same) return start(piece);
    if (!same.place.join(piece.caller)) return undefined;
    same.callers += 1;
    return same;
  };

  /**
   * @returns the answer, or undefined when the queue is full.
   * @throws what the work throws, and the signal's reason when it aborts.
   */
  return async (piece: Piece<TestResponse>): Promise<TestResponse | undefined> => {
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
