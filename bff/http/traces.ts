import type { EventMeta } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { traceDecider } from '#domain/trace/decider.ts';
import type { TraceEvent } from '#domain/trace/trace.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import type { Log } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import type { CallLimiter } from './call-limiter.ts';

/** What is recorded with a count of its own. */
type Counted = Extract<TraceEvent, { data: { count: number } }>;

/**
 * A record to make.
 *
 * @property meta   of the call. Its command id is not used.
 * @property window milliseconds in which the same is recorded once. Default: a minute.
 */
type Wanted<E extends TraceEvent> = Readonly<{ event: E; meta: EventMeta; window?: number }>;

/** Records what is no command (docs/decisions/0139-the-trail-goes-out.md). */
export type Traces = Readonly<{
  /** Records at once. @throws UnavailableError */
  record: (wanted: Wanted<TraceEvent>) => Promise<void>;
  /**
   * Records what can happen often: the first time at once, then once for each window, with how often it happened since. Never
   * fails: what can't be written now is written with the next.
   */
  count: (wanted: Wanted<Counted>) => Promise<void>;
  /** Records what was counted, where its window is over. @param all also where it is not. */
  sweep: (all?: boolean) => Promise<void>;
}>;

/** Milliseconds of a window. */
const minute = 60_000;

/** The most windows of a process. What is more is told in its log only. */
const mostWindows = 20_000;

type Window = { wanted: Wanted<Counted>; began: number; count: number };

/**
 * Returns who records for this process. The counts of a window are lost when the process is killed; its first record is not.
 *
 * @param clock milliseconds that only grow.
 */
export const createTraces = (
  { store, limiter, log }: Readonly<{ store: EventStore<PorticoEvent>; limiter: CallLimiter; log: Log }>,
  clock: () => number = () => performance.now(),
): Traces => {
  const windows = new Map<string, Window>();

  const record: Traces['record'] = async ({ event, meta }) => {
    const commandId = randomId();
    const command = { type: 'Record', data: event } as const;
    await execute({ store, decider: traceDecider, id: randomId(), command, meta: { ...meta, commandId } });
  };

  /** Records what a window counted. Where it can't, the count stays. */
  const close = async (window: Window): Promise<void> => {
    const { wanted, count } = window;
    window.count = 0;
    window.began = clock();
    const { event, meta } = wanted;
    const isRefusal = event.type === 'CommandRefused';
    try {
      if (isRefusal && (await limiter.take('refused-command', `person ${meta.actor.userId}`)) > 0) {
        window.count += count;
        return;
      }
      await record({ event: { ...event, data: { ...event.data, count } } as Counted, meta });
    } catch (error) {
      window.count += count;
      log.warn({ err: error, type: event.type }, 'what happened is not in the trail yet, trying again');
    }
  };

  const keyOf = ({ event: { type, data }, meta: { actor, rule = '' } }: Wanted<Counted>): string => {
    const about = 'userId' in data ? data.userId : 'code' in data ? `${data.refused} ${data.code}` : '';
    return `${actor.userId} ${type} ${rule} ${about}`;
  };

  return {
    record,
    count: async (wanted) => {
      const key = keyOf(wanted);
      const known = windows.get(key);
      if (known) {
        known.count += 1;
        known.wanted = wanted;
        return;
      }
      const { actor, rule } = wanted.meta;
      if (windows.size >= mostWindows) {
        log.warn({ userId: actor.userId, rule, type: wanted.event.type }, 'too much to record, only told here');
        return;
      }
      const window = { wanted, began: clock(), count: 1 };
      windows.set(key, window);
      await close(window);
    },
    sweep: async (all = false) => {
      for (const [key, window] of windows) {
        if (!all && clock() < window.began + (window.wanted.window ?? minute)) continue;
        if (window.count === 0) windows.delete(key);
        else await close(window);
      }
    },
  };
};
