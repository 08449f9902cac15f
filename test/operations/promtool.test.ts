import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder, readGroups, readOperationsFile } from './alerts.ts';
import { promtoolProgram } from './promtool.ts';

type Trial = Readonly<{
  alert_rule_test: readonly Readonly<{ alertname: string; eval_time: string; exp_alerts?: readonly object[] }>[];
}>;

it('each alert is tried with series for which it comes, and with others for which it does not', async () => {
  const { tests } = load(await readOperationsFile('alerts.test.yaml')) as { tests: readonly Trial[] };
  const asked = tests.flatMap(({ alert_rule_test: questions }) => questions);
  const names = (isTrue: boolean) =>
    new Set(asked.filter(({ exp_alerts: alerts = [] }) => alerts.length > 0 === isTrue).map((each) => each.alertname));
  const alerts = (await readGroups()).flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.filter((alert) => !names(true).has(alert))).toEqual([]);
  expect(alerts.filter((alert) => !names(false).has(alert))).toEqual([]);
});

const program = promtoolProgram() ?? '';
const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  return { status, text: `${stdout}${stderr}` };
};

describe.skipIf(program === '')('a real Prometheus', () => {
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(path.join(tmpdir(), 'portico-rules-'));
  });
  afterAll(() => rm(other, { recursive: true }));

  it('takes the rules', () => {
    expect(run('check', 'rules', 'alerts.yaml')).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
  });

  it('makes of them the alerts that they are for, and no others', () => {
    expect(run('test', 'rules', 'alerts.test.yaml')).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
  });

  it('takes the expressions of the dashboard', async () => {
    const { panels } = JSON.parse(await readOperationsFile('dashboard.json')) as {
      panels: readonly { targets?: readonly { expr: string }[] }[];
    };
    const rules = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, at) => ({ record: `panel:${at}`, expr }));
    const file = path.join(other, 'dashboard.yaml');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(run('check', 'rules', file)).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
  });

  it('finds a rule that was changed', async () => {
    const rules = await readOperationsFile('alerts.yaml');
    await writeFile(
      path.join(other, 'alerts.yaml'),
      rules.replace('portico_log_findings) > 0', 'portico_log_findings) > 1'),
    );
    const file = path.join(other, 'alerts.test.yaml');
    await writeFile(file, await readOperationsFile('alerts.test.yaml'));
    expect(run('test', 'rules', file)).toEqual({ status: 1, text: expect.stringContaining('PorticoLogAltered') });
  });
});
