import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trailSinkNames } from '#eventstore/trail-sinks.ts';
import { createPool, type Pool } from '#platform/database.ts';
import { addClockMetric } from '#platform/database-time.ts';
import { allProjections } from '#projections/all-projections.ts';
import { addLogMetrics } from '#projections/engine/log-metrics.ts';
import { createProjectionMetrics } from '#projections/engine/metrics.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { createMetrics } from '#workers/engine/metrics.ts';
import { addTrailMetrics } from '#workers/trail/metrics.ts';
import { type AlertRule, isTrueOf, readGroups, readOperationsFile, type Sample, samplesIn } from './alerts.ts';

let world: BffWorld;
/** What the processes tell just after their start. */
let fresh: readonly Sample[];
/** The names of all metrics of all processes, as `/metrics` has them. */
const known = new Set<string>();
let rules: readonly AlertRule[];
let dead: Pool;

const pages = async (pool: Pool): Promise<string[]> => {
  const projector = createProjectionMetrics(pool, allProjections);
  addLogMetrics(projector.registry, pool, { sinks: ['folder'], place: 'log_checkpoints' });
  const worker = createMetrics(pool);
  addTrailMetrics({ metrics: worker, pool }, trailSinkNames, 'log_checkpoints');
  addClockMetric(worker.registry);
  return [await projector.registry.metrics(), await worker.registry.metrics()];
};

beforeAll(async () => {
  world = await startBffWorld({ env: { METRICS_TOKEN: 'a-token-for-metrics' } });
  dead = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'test' });
  const bff = await world.ask(null, 'GET', '/metrics', { headers: { authorization: 'Bearer a-token-for-metrics' } });
  const told = [String(bff.body.text), ...(await pages(world.pool))];
  fresh = told.flatMap(samplesIn);
  for (const page of told) for (const [, name = ''] of page.matchAll(/^# TYPE (\w+) /gm)) known.add(name);
  rules = (await readGroups()).flatMap((group) => group.rules);
});
afterAll(async () => {
  await dead?.end();
  await world?.close();
});

/** Prometheus makes `up` itself, and three series of each histogram. */
const namesIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(portico_\w+|up)\b/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
const unknownIn = (expr: string): string[] => namesIn(expr).filter((name) => name !== 'up' && !known.has(name));

describe('the rules of alerts', () => {
  it('name metrics that the processes have', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter(({ expr }) => namesIn(expr).length === 0)).toEqual([]);
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('hear of the first time, too: a counter that they watch is there with 0, or they ask whether it is new', () => {
    const missing = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/increase\((\w+)(?:\{(\w+)=~?"([^"]+)"\})?\[/g)].flatMap(
        ([, name = '', label = '', values = '']) =>
          values
            .split('|')
            .filter((value) => !fresh.some((each) => each.name === name && (each.labels[label] ?? '') === value))
            .filter(() => !expr.includes(`(${name} > 0 unless ${name} offset 1h)`))
            .map((value) => `${name} ${value}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('have what Prometheus takes, and nothing else', () => {
    for (const rule of rules) {
      expect(Object.keys(rule).filter((name) => !/^(alert|expr|for|labels|annotations)$/.test(name))).toEqual([]);
      expect(rule.for ?? '1m', rule.alert).toMatch(/^\d+[smhd]$/);
      expect(['page', 'ticket']).toContain(rule.labels.severity);
      expect(Object.keys(rule.annotations).sort()).toEqual(['runbook_url', 'summary']);
      // Brackets of an expression are closed in their order.
      let rest = rule.expr.replace(/"[^"]*"/g, '');
      for (let before = ''; before !== rest; ) {
        before = rest;
        rest = rest.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
      }
      expect(rest, rule.alert).not.toMatch(/[()[\]{}]/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('have a section of the runbook each, which says how to see it, what to do and when it is over', async () => {
    const runbook = await readOperationsFile('runbook.md');
    const sections = new Map(
      runbook.split(/^### /m).map((section) => [section.split('\n')[0] ?? '', section] as const),
    );
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`docs/operations/runbook.md#${alert.toLowerCase()}`);
      const parts = labels.severity === 'page' ? ['**See it**', '**Do**', '**Over when**'] : [];
      for (const part of parts) expect(sections.get(alert), alert).toContain(part);
      expect(sections.has(alert), alert).toBe(true);
    }
    const told = [...sections.keys()].filter((title) => title.startsWith('Portico'));
    expect(told.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it('wake somebody for five things, each of which the test of the night can judge', () => {
    const night = rules.filter(({ labels }) => labels.severity === 'page');
    expect(night).toHaveLength(5);
    for (const rule of night) expect(isTrueOf(rule, 'portico_other 1')).toBe(rule.expr.includes('absent'));
  });
});

it('the dashboard names metrics that the processes have', async () => {
  const { panels } = JSON.parse(await readOperationsFile('dashboard.json')) as {
    panels: readonly { id: number; title: string; targets?: readonly { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(15);
  expect(expressions.flatMap(unknownIn)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

it('the page of what to watch names metrics that the processes have', async () => {
  expect(unknownIn(await readOperationsFile('watching.md'))).toEqual([]);
  expect(unknownIn(await readOperationsFile('runbook.md'))).toEqual([]);
});

it('while the database is away, the page of metrics is there without what can not be read', async () => {
  const text = (await pages(dead)).join('\n');
  expect(text).toContain('# TYPE portico_log_findings gauge');
  const told = new Set(samplesIn(text).map(({ name }) => name));
  for (const name of ['portico_log_findings', 'portico_projection_parked_streams', 'portico_trail_failing_seconds'])
    expect([name, told.has(name)]).toEqual([name, false]);
  expect(told).toContain('portico_appends_failed_total');
});
