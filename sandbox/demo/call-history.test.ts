import { describe, expect, it } from 'vitest';
import { callsOfLastDays } from './call-history.ts';
import { demoApis } from './catalogue.ts';

/** A Friday. */
const now = new Date('2026-03-13T11:20:00Z');
const deployed = demoApis.flatMap((api) => (api.deployed ? [{ ...api, deployed: api.deployed }] : []));

it('most APIs of the demo are deployed, each under its own path', () => {
  expect(deployed.length).toBeGreaterThan(demoApis.length / 2);
  expect(new Set(deployed.map((api) => api.deployed.contextPath)).size).toBe(deployed.length);
});

describe.each(deployed)('the calls of $name', (api) => {
  const calls = callsOfLastDays(api, now);
  const hoursAgo = calls.map(({ startedAt }) => (now.getTime() - startedAt.getTime()) / 3_600_000);

  it('happened on each of the last seven days, the newest this morning', () => {
    expect(Math.min(...hoursAgo)).toBeGreaterThan(0);
    expect(Math.min(...hoursAgo)).toBeLessThan(12);
    expect(Math.max(...hoursAgo)).toBeLessThan(7 * 24 + 1);
    expect(new Set(calls.map(({ startedAt }) => startedAt.toISOString().slice(0, 10))).size).toBeGreaterThanOrEqual(7);
    expect([...hoursAgo].sort((a, b) => b - a)).toEqual(hoursAgo);
  });

  it('differ, mostly succeed, and have no caller where they were refused', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
    const well = calls.filter(({ status }) => status === 200).length / calls.length;
    expect(well).toBeGreaterThan(0.8);
    expect(well).toBeLessThan(1);
    expect(calls.filter(({ isKnown, status }) => isKnown === (status === 401))).toEqual([]);
  });
});
