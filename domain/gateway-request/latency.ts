/*
 * Latencies are counted in buckets that grow by the fourth root of 2 (migration 424). Bucket 1, at index 0, is below 1 ms.
 */

/** Milliseconds. */
export type Percentiles = Readonly<{ p50: number; p95: number; p99: number }>;

/** Returns the middle of a bucket in milliseconds: at most 9 % away from every latency in it. */
const middleOf = (index: number): number => (index === 0 ? 0 : Math.round(2 ** ((index - 0.5) / 4)));

const percentile = (counts: readonly number[], total: number, part: number): number => {
  const wanted = Math.max(1, Math.ceil(total * part));
  let seen = 0;
  const index = counts.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
  return middleOf(index);
};

/** Returns the percentiles of counted latencies; null when there are none. @param counts calls by bucket. */
export const percentilesOf = (counts: readonly number[]): Percentiles | null => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const [p50, p95, p99] = ([0.5, 0.95, 0.99] as const).map((part) => percentile(counts, total, part));
  return { p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 };
};

/** Returns the counts of two histograms together. */
export const addCounts = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_none, at) => (one[at] ?? 0) + (other[at] ?? 0));
