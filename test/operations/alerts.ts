import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'js-yaml';

/** Where the files for operators are. */
export const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'operations');

/** A rule of `docs/operations/alerts.yaml`. */
export type AlertRule = Readonly<{
  alert: string;
  expr: string;
  for?: string;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}>;

type Group = Readonly<{ name: string; rules: readonly AlertRule[] }>;

export const readGroups = async (): Promise<readonly Group[]> =>
  (load(await readFile(path.join(folder, 'alerts.yaml'), 'utf8')) as { groups: readonly Group[] }).groups;

export const readOperationsFile = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');

export type Sample = Readonly<{ name: string; labels: Readonly<Record<string, string>>; value: number }>;

const labelsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

/** Returns what a page of metrics says. */
export const samplesIn = (text: string): readonly Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name && value ? [{ name, labels: labelsIn(labels), value: Number(value.replace('Inf', 'Infinity')) }] : [];
  });

export const ruleOf = async (alert: string): Promise<AlertRule> => {
  const rule = (await readGroups()).flatMap(({ rules }) => rules).find((each) => each.alert === alert);
  if (!rule) throw new Error(`no rule ${alert}`);
  return rule;
};

/** What the night's rules look like: a metric that is compared with a number, by any of its series, or is absent. */
const nightForm =
  /^(?:max|min)(?: by \(\w+\) )?\((?<metric>\w+)(?:\{(?<labels>[^}]*)\})?\) (?<sign>[<>]) (?<limit>[\d.]+)$|^absent\((?<absent>\w+)\)$/;

/** Returns whether a rule like the night's is true of a page of metrics. How long it must be is left to Prometheus. @throws for another kind of rule. */
export const isTrueOf = ({ alert, expr }: AlertRule, text: string): boolean =>
  expr.split(' or ').some((part) => {
    const { metric, labels = '', sign, limit, absent } = nightForm.exec(part)?.groups ?? {};
    if (absent) return samplesIn(text).every(({ name }) => name !== absent);
    if (!metric) throw new Error(`${alert} has another form: ${expr}`);
    const wanted = Object.entries(labelsIn(labels));
    return samplesIn(text)
      .filter((sample) => sample.name === metric && wanted.every(([name, value]) => sample.labels[name] === value))
      .some(({ value }) => (sign === '>' ? value > Number(limit) : value < Number(limit)));
  });
