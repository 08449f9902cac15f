/** The result of running `work` in a loop: `rate` is runs a second, the others are milliseconds. */
export type Measured = Readonly<{ rate: number; p50: number; p95: number }>;

export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

/**
 * Runs `work` `count` times, `clients` at a time, after a tenth of that number as warm-up.
 *
 * @param work gets the number of the run.
 */
export const measure = async (
  count: number,
  clients: number,
  work: (run: number) => Promise<unknown>,
): Promise<Measured> => {
  const times: number[] = [];
  const round = async (from: number, to: number, keep: boolean) => {
    let next = from;
    const client = async () => {
      while (next < to) {
        const run = next;
        next += 1;
        const start = performance.now();
        await work(run);
        if (keep) times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  };
  const runs = Math.ceil(count);
  const warmUp = Math.ceil(runs / 10);
  await round(0, warmUp, false);
  const start = performance.now();
  await round(warmUp, warmUp + runs, true);
  const seconds = (performance.now() - start) / 1000;
  return { rate: runs / seconds, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
};

const rounded = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1));

/** Prints one line of the report: ours against the bare part underneath, in the same run on the same machine. */
export const printRatio = (title: string, ours: number, bare: number, unit: string): void => {
  console.log(
    `${title.padEnd(58)} ${(ours / bare).toFixed(2).padStart(6)}   ${rounded(ours)} against ${rounded(bare)} ${unit}`,
  );
};
