import type { DeployedApi } from './catalogue.ts';

const hour = 3_600_000;
const days = 7;

/** Calls in an hour as a share of the day, from midnight UTC: little at night, most at ten and at three. */
const shares = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 6, 7, 9, 9, 7, 5, 3, 2, 2, 1, 1, 1];
const total = shares.reduce((sum, share) => sum + share);

/** A call as somebody made it. Nobody was recognised where `isKnown` is false: the gateway answered 401. */
export type PastCall = Readonly<{
  name: string;
  startedAt: Date;
  path: string;
  status: number;
  isKnown: boolean;
}>;

/** Of a hundred calls: most go well, some ask for what is not there, few fail or come without a key. */
const statusOf = (number: number): number => {
  const chance = (number * 37) % 100;
  if (chance < 90) return 200;
  if (chance < 96) return 404;
  return chance < 98 ? 401 : 503;
};

const pathOf = ({ things }: DeployedApi, number: number): string =>
  number % 3 === 0 ? `/${things}?limit=20` : `/${things}/${1_000 + ((number * 7) % 400)}`;

/**
 * The calls of the last seven days, oldest first; the same ones for the same moment. At weekends a third of them.
 *
 * @param now the end: no call is later.
 */
export const callsOfLastDays = (api: DeployedApi, now: Date): PastCall[] => {
  const { callsADay } = api.deployed;
  const calls: PastCall[] = [];
  const last = Math.floor(now.getTime() / hour);
  // What is left over of an hour's share is made up for by the next ones.
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
      calls.push({ name: `${at}/${index}`, startedAt, path: pathOf(api, number), status, isKnown: status !== 401 });
    }
  }
  return calls;
};
