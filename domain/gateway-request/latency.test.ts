import { describe, expect, it } from 'vitest';
import { addCounts, percentilesOf } from './latency.ts';

/** As latency_bucket of Postgres counts from 1. */
const bucketOf = (ms: number): number => (ms < 1 ? 1 : 2 + Math.floor(4 * Math.log2(ms) + 1e-9));

const countsOf = (latencies: readonly number[]): number[] =>
  latencies.reduce<number[]>((counts, ms) => {
    while (counts.length < bucketOf(ms)) counts.push(0);
    counts[bucketOf(ms) - 1] = (counts[bucketOf(ms) - 1] ?? 0) + 1;
    return counts;
  }, []);

describe('percentiles of counted latencies', () => {
  it('are those of all calls, not of what each node found, and one call of hours among a thousand is in none', () => {
    const fast = countsOf(Array.from({ length: 1_000 }, () => 10));
    const slow = countsOf(Array.from({ length: 10 }, () => 1_900));
    expect(percentilesOf(addCounts(fast, slow))).toEqual(percentilesOf(fast));
    expect(percentilesOf(addCounts(fast, countsOf([10_000_000])))).toEqual(percentilesOf(fast));
  });

  it('are none without calls', () => {
    expect(percentilesOf([])).toBeNull();
    expect(percentilesOf([0, 0])).toBeNull();
  });

  it('are exact below 3 ms', () => {
    expect(percentilesOf(countsOf([0, 0, 1, 2]))).toEqual({ p50: 0, p95: 2, p99: 2 });
  });

  it('are at most 9 % and a rounded millisecond away from the true ones', () => {
    for (const most of [40, 900, 30_000]) {
      const latencies = Array.from({ length: 1_000 }, (_none, at) => Math.round((most * (at + 1)) / 1_000));
      const found = percentilesOf(countsOf(latencies));
      for (const [part, value] of [
        [0.5, found?.p50],
        [0.95, found?.p95],
        [0.99, found?.p99],
      ] as const) {
        const exact = latencies[Math.ceil(part * 1_000) - 1] ?? 0;
        expect(Math.abs((value ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.0906 + 0.5);
      }
    }
  });

  it('are the same of sums as of all calls', () => {
    const [one, other] = [
      [5, 9, 2_000],
      [7, 7, 40, 0],
    ];
    expect(addCounts(countsOf(one as number[]), countsOf(other as number[]))).toEqual(
      countsOf([...(one as number[]), ...(other as number[])]),
    );
  });
});
