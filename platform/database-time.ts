import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

/** Milliseconds between two measurements. */
const interval = 10_000;
/** Milliseconds by which this machine's clock may differ before somebody is told. */
const tolerance = 2_000;

/** The machine's own clock. */
const MachineDate = Date;

/**
 * What was measured last.
 *
 * @property time  the database's time, in milliseconds since 1970.
 * @property at    when, by a clock that nobody sets.
 * @property error the most milliseconds by which `time` may be wrong.
 */
type Measured = Readonly<{ time: number; at: number; error: number }>;

let measured: Measured | undefined;

const now = (): number =>
  measured ? Math.floor(measured.time + (performance.now() - measured.at)) : MachineDate.now();

/** Returns the milliseconds by which this machine's clock is ahead of the database's; negative when it is behind. */
const machineIsAhead = (): number => MachineDate.now() - now();

/** Returns the database's time. @throws the database's error */
export const readDatabaseTime = async (database: Database): Promise<Date> => {
  const { rows } = await database.query<{ time: number }>(
    'select extract(epoch from clock_timestamp())::double precision * 1000 as time',
  );
  return new Date(rows[0]?.time ?? Number.NaN);
};

const measure = async (database: Database): Promise<void> => {
  const before = performance.now();
  const time = (await readDatabaseTime(database)).getTime();
  const at = performance.now();
  const next = { time: time + (at - before) / 2, at, error: (at - before) / 2 };
  // A difference that the measurement explains is none, so that time does not jump to and fro.
  if (!measured || Math.abs(next.time - now()) > next.error) measured = next;
};

/** `Date`, by the database's clock. */
const DatabaseDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length > 0 ? parts : [now()], newTarget),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});

/** Adds the metric that shows how far the machine's clock is from the database's. */
export const addClockMetric = (registry: Registry): void => {
  new Gauge({
    name: 'portico_clock_ahead_seconds',
    help: "By how much this machine's clock is ahead of the database's, which is the one that counts",
    registers: [registry],
    collect() {
      this.set(machineIsAhead() / 1_000);
    },
  });
};

/**
 * Makes the database's clock the clock of this process: from now on `Date` follows it, also in libraries (the queue
 * compares times of several processes). Measures at once and then every 10 s. Says in the log when this machine's clock
 * differs by more than 2 s.
 *
 * @returns what ends the measuring; the process keeps the time.
 * @throws the database's error, when it can't be asked at the start.
 */
export const followDatabaseTime = async (database: Database, log: Log): Promise<() => void> => {
  let isTold = false;
  const tell = () => {
    const ahead = machineIsAhead();
    const differs = Math.abs(ahead) > tolerance;
    if (differs && !isTold)
      log.warn({ aheadSeconds: Math.round(ahead / 1_000) }, "this machine's clock is wrong: the database's is used");
    if (!differs && isTold) log.info("this machine's clock is right again");
    isTold = differs;
  };
  await measure(database);
  globalThis.Date = DatabaseDate;
  tell();
  const timer = setInterval(() => {
    measure(database).then(tell, () => undefined);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
};
