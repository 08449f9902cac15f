import type { createFairQueue, Place, WorkCaller, WorkKind } from './fair-queue.ts';

/** What a piece of work gave. Only what is `kept` is given again to who asks later. */
type Outcome<Answer> = Readonly<{ answer: Answer; bytes: number; kept: boolean }>;

type Piece<Answer> = Readonly<{
  /** The same key, the same answer; none is never shared. */
  key: string | undefined;
  kind: WorkKind;
  caller: WorkCaller;
  signal?: AbortSignal | undefined;
  /** @param ended aborts when nobody wants the answer any more. */
  work: (ended: AbortSignal) => Promise<Outcome<Answer>>;
}>;

type UnderWay<Answer> = { place: Place; callers: number; result: Promise<Answer>; controller: AbortController };

/** Answers by key, the newest last, up to a size. */
const answersUpTo = <Answer>(maximum: number) => {
  const kept = new Map<string, Outcome<Answer>>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Outcome<Answer> | undefined => {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found;
    },
    set: (key: string, outcome: Outcome<Answer>): void => {
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
export const createSharedWork = <Answer>(queue: ReturnType<typeof createFairQueue>, bytes: number) => {
  const answers = answersUpTo<Answer>(bytes);
  const underWay = new Map<string, UnderWay<Answer>>();

  const start = ({ key, kind, caller, work }: Piece<Answer>): UnderWay<Answer> | undefined => {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const begin = async (): Promise<void> => {
      try {
        const outcome = await work(controller.signal);
        if (key !== undefined && outcome.kept) answers.set(key, outcome);
        resolve(outcome.answer);
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

  const joined = (piece: Piece<Answer>): UnderWay<Answer> | undefined => {
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
  return async (piece: Piece<Answer>): Promise<Answer | undefined> => {
    const { key, caller, signal } = piece;
    signal?.throwIfAborted();
    const known = key === undefined ? undefined : answers.get(key);
    if (known) return known.answer;
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
