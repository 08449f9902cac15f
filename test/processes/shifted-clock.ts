/**
 * For tests, with `node --import`: a process whose machine has a wrong clock, CLOCK_AHEAD_HOURS ahead (negative: behind). As
 * on such a machine, `Date` is wrong and durations are right.
 */
const ahead = Number(process.env.CLOCK_AHEAD_HOURS ?? 0) * 3_600_000;
const RightDate = Date;
const now = () => RightDate.now() + ahead;

globalThis.Date = new Proxy(RightDate, {
  apply: () => new RightDate(now()).toString(),
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length > 0 ? parts : [now()], newTarget),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});
