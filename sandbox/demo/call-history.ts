import type { DeployedApi } from './catalogue.ts';

const hour = 3_600_000;
const days = 7;

/** Percentage of a day's calls in each hour, from midnight UTC: few at night, most at ten and at three. */
const shares = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 6, 7, 9, 9, 7, 5, 3, 2, 2, 1, 1, 1];
const total = shares.reduce((sum, share) => sum + share);

/** A gateway call. If `isKnown` is false, the gateway did not know the caller and responded with 401. */
export type PastCall = Readonly<{
  name: string;
  startedAt: Date;
  path: string;
  /** The path template of its operation. */
  operation: string;
  /** Milliseconds of the gateway and of the upstream; null when the gateway answered by itself. */
  gatewayMs: number;
  upstreamMs: number | null;
  status: number;
  isKnown: boolean;
}>;

/**
 * Returns the status of the call with this number. Most calls succeed, some ask for missing things, few fail or have no
 * key.
 */
const statusOf = (number: number): number => {
  const chance = (number * 37) % 100;
  if (chance < 90) return 200;
  if (chance < 96) return 404;
  return chance < 98 ? 401 : 503;
};

const pathOf = ({ things }: DeployedApi, number: number): string =>
  number % 3 === 0 ? `/${things}?limit=20` : `/${things}/${1_000 + ((number * 7) % 400)}`;

/** Returns the time an upstream takes: lists longer than single things, and every fiftieth call very long. */
const upstreamMsOf = (number: number, status: number): number | null => {
  if (status === 401) return null;
  const usual = (number % 3 === 0 ? 45 : 12) + ((number * 31) % 60);
  return number % 50 === 7 ? usual * 12 : usual;
};

/**
 * Returns the calls of the last seven days, oldest first. The same moment gives the same calls. A weekend day has a
 * third of the calls.
 *
 * @param now no call is later.
 */
export const callsOfLastDays = (api: DeployedApi, now: Date): PastCall[] => {
  const { callsADay } = api.deployed;
  const calls: PastCall[] = [];
  const last = Math.floor(now.getTime() / hour);
  // The fraction that an hour leaves is added to the next hours.
  let due = 0;
  for (let at = last - days * 24 + 1; at <= last; at += 1) {
    const begin = new Date(at * hour);
    const isWeekend = begin.getUTCDay() % 6 === 0;
    due += (callsADay * (shares[begin.getUTCHours()] ?? 0)) / total / (isWeekend ? 3 : 1);
    const count = Math.floor(due);
    due -= count;
    for (let index = 0; index < count; index += 1) {
      const number = calls.length;
      const status = statusOf(number);
      const startedAt = new Date(at * hour + ((index + 0.5) / count) * hour);
      if (startedAt >= now) continue;
      calls.push({
        name: `${at}/${index}`,
        startedAt,
        path: pathOf(api, number),
        operation: number % 3 === 0 ? `/${api.things}` : `/${api.things}/{id}`,
        gatewayMs: 1 + ((number * 13) % 5),
        upstreamMs: upstreamMsOf(number, status),
        status,
        isKnown: status !== 401,
      });
    }
  }
  return calls;
};
