import { foreignId, text } from '../kernel/json.ts';
import type { Call, Plugin, PluginConfig } from '../proxy/call.ts';
import type { HeaderList } from '../proxy/header-list.ts';
import { errorReply } from '../proxy/replies.ts';

const periods = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
type Period = (typeof periods)[number];

/** Returns the start and end of the window around `now`, in UTC epoch milliseconds. */
function windowOf(period: Period, now: Date): { start: number; end: number } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (period === 'year') return { start: Date.UTC(year, 0), end: Date.UTC(year + 1, 0) };
  if (period === 'month') return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
  const length = { second: 1, minute: 60, hour: 3600, day: 86_400 }[period] * 1000;
  const start = Math.floor(now.getTime() / length) * length;
  return { start, end: start + length };
}

/** Counters by caller, plugin and window. Lost on restart, as in Kong. */
const counters = new Map<string, { calls: number; end: number }>();

function dropEnded(now: number): void {
  if (counters.size > 10_000) for (const [key, { end }] of counters) if (end <= now) counters.delete(key);
}

/** Returns whose calls are counted. Without a consumer, credential or header, it is the address. */
function identity(call: Call, { config }: PluginConfig): string {
  const name = text(config.header_name).toLowerCase();
  // As earlier plugins left it: acl has replaced what the client sent.
  const header = call.upstream.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const by: Record<string, string | undefined> = {
    consumer: text(call.consumer?.id),
    credential: text(call.credential?.row.id),
    service: text(call.service?.id),
    header,
    path: call.path === config.path ? call.path : undefined,
  };
  return by[text(config.limit_by)] || call.clientIp;
}

/** Limits the number of calls. The windows begin on the full second, minute, hour and so on, in UTC. */
export const rateLimiting: Plugin = {
  access(call, setting) {
    const { config, plugin } = setting;
    const now = new Date();
    const who = identity(call, setting);
    dropEnded(now.getTime());
    // As in Kong: plugins of several consumers that count by one value share its counter.
    const scope = `${foreignId(plugin.route) ?? ''}:${foreignId(plugin.service) ?? ''}`;
    const windows = periods.flatMap((period) => {
      const limit = config[period];
      if (typeof limit !== 'number') return [];
      const { start, end } = windowOf(period, now);
      const key = `${scope}:${who}:${period}:${start}`;
      const used = counters.get(key)?.calls ?? 0;
      return [{ period, limit, key, used, end, reset: Math.max(1, Math.ceil((end - now.getTime()) / 1000)) }];
    });
    const stopped = windows.some(({ used, limit }) => used >= limit);
    if (!stopped) for (const { key, used, end } of windows) counters.set(key, { calls: used + 1, end });
    const left = windows.map((window) => ({
      ...window,
      remaining: Math.max(0, window.limit - window.used - (stopped ? 0 : 1)),
    }));
    const headers: HeaderList = [];
    const tightest = left.toSorted((a, b) => a.remaining - b.remaining)[0];
    if (config.hide_client_headers !== true && tightest) {
      for (const { period, limit, remaining } of left) {
        const name = period[0]?.toUpperCase() + period.slice(1);
        headers.push(
          [`X-RateLimit-Limit-${name}`, String(limit)],
          [`X-RateLimit-Remaining-${name}`, String(remaining)],
        );
      }
      headers.push(
        ['RateLimit-Limit', String(tightest.limit)],
        ['RateLimit-Remaining', String(tightest.remaining)],
        ['RateLimit-Reset', String(tightest.reset)],
      );
      if (stopped) headers.push(['Retry-After', String(tightest.reset)]);
    }
    call.responseHeaders.push(...headers);
    if (!stopped) return undefined;
    return errorReply(
      Number(config.error_code ?? 429),
      text(config.error_message),
      call.id,
      call.request.headers.accept,
    );
  },
};
