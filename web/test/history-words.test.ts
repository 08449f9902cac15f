import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { detailChanges } from '#domain/api/history.ts';
import { keyChanges } from '#domain/consumer/history.ts';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import { deploymentChanges } from '#domain/deployment/history.ts';
import { requestTransformer } from '#domain/deployment/request-transformer.ts';
import { responseTransformer } from '#domain/deployment/response-transformer.ts';
import { foreignKinds } from '#domain/drift/drift.ts';
import { isNamed } from '#domain/drift/effect.ts';
import { historyTypes } from '#domain/history/history.ts';
import { ownHistories } from '#domain/history/own-histories.ts';
import { allProjections } from '#projections/all-projections.ts';
import { readGoldenHistories } from '#projections/engine/fixture/golden-histories.ts';
import { rowsOf } from '#projections/engine/fixture/rows-in-memory.ts';
import { isMailTopic, labels } from '../features/audit/shared/field-words.ts';
import { historySentence, sentenceKeyOf } from '../features/history/history-sentence.ts';
import { formatterOf } from '../i18n/format.ts';
import { textsOf } from './texts.ts';

const english = textsOf('en');

it('has a sentence for every event of the history', () => {
  const keys = historyTypes.map((type) => sentenceKeyOf({ type, values: {} }));
  const variants = [
    sentenceKeyOf({ type: 'ApiSpecChanged', values: { restores: 1 } }),
    sentenceKeyOf({ type: 'DeploymentRequested', values: { first: 1 } }),
    sentenceKeyOf({ type: 'DeploymentRequested', values: { first: 1, gateway: 'Main' } }),
    sentenceKeyOf({ type: 'ConsumerRequested', values: { copyOf: 7 } }),
    sentenceKeyOf({ type: 'PreviousCredentialsEnded', values: { reason: 'early' } }),
  ];
  expect(new Set([...keys, ...variants]).size).toBe(historyTypes.length + 5);
  expect([...keys, ...variants].filter((key) => !english.has(`history.what.${key}`))).toEqual([]);
});

it.each(foreignKinds)('says what somebody else’s %s does to calls, and that it does so no more', (kind) => {
  const t = ((key: string) => key) as unknown as TFunction;
  for (const type of ['ForeignObjectFound', 'ForeignObjectGone'] as const)
    for (const told of [{ name: '' }, { name: '', key: 7 }, { name: 'an-id-of-old' }]) {
      const entry = { type, subject: 'orders-dev', values: { object: kind, ...told } };
      const sentence = historySentence(t, formatterOf('en'), entry);
      expect(sentence).toMatch(type === 'ForeignObjectFound' ? /^foreign-objects.came-/ : /^foreign-objects.went-/);
      expect(english.get(sentence)).toContain('{{path}}');
      expect(english.get(sentence)).toContain(
        isNamed(kind) ? '{{name}}' : /(caller|consumer)$/.test(sentence) ? '' : '{{key}}',
      );
    }
});

it('counts the days without a call after which a move ends', () => {
  const t = ((key: string, { count }: { count?: number }) => `${key} ${count}`) as unknown as TFunction;
  const entry = { type: 'MoveEndPlanned', subject: 'orders', values: { days: 1 } } as const;
  expect(historySentence(t, formatterOf('en'), entry)).toBe('history.what.MoveEndPlannedQuiet 1');
  expect(english.get('history.what.MoveEndPlannedQuiet_one')).toContain('{{count}} day without');
});

/** Returns the lists with an entry in each. */
const filled = <Lists>(schema: { shape: object; parse: (lists: object) => Lists }): Lists =>
  schema.parse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ['a']])));

it('has a label for every field that can change', () => {
  const config: DeploymentConfig = {
    name: 'Payments',
    environment: 'DEV',
    authentication: 'both',
    contextPath: 'payments',
    upstreamUrl: 'https://payments.example',
    gatewayId: 1,
    tokenExpiration: 60,
    ratePerMinute: 60,
    ...plainDeployment,
    allowedAddresses: ['192.0.2.1'],
    keyInQuery: true,
    refusesBots: true,
    requestTransformer: filled(requestTransformer),
    responseTransformer: filled(responseTransformer),
    lockdown: { revision: 1, operations: 'a'.repeat(64) },
  };
  const key = (window: 'minute' | 'hour' | 'day') =>
    keyChanges(
      { nickname: '', rateLimit: null, requestTransformer: null },
      { nickname: 'till', rateLimit: { window, calls: 1, policy: 'local' }, requestTransformer: null },
    );
  const nothing = { name: 'a', description: '', sourceRepo: '', businessAreaId: null };
  const details = { name: 'b', description: 'b', sourceRepo: 'b', businessAreaId: 1 };
  const changes = [
    ...deploymentChanges(null, config),
    ...deploymentChanges({ ...config, contextPath: 'pay' }, config),
    ...key('minute'),
    ...key('hour'),
    ...key('day'),
    ...detailChanges(nothing, details, () => 'Finance'),
    { field: 'version' },
    { field: 'operations' },
  ];
  const unknown = changes.flatMap(({ field }) => {
    const [label = '', list] = field.split('.');
    const keys = [`history.field.${label}`, ...(list ? [`history.list.${list}`] : [])];
    return keys.filter((one) => !english.has(one));
  });
  expect(unknown).toEqual([]);
  expect(new Set(changes.map(({ field }) => field)).size).toBeGreaterThan(35);
});

it('has a label for every field of the things that have a history of their own', () => {
  const fields = Object.values(ownHistories).flatMap((history) => Object.keys(history.fields));
  expect(new Set(fields).size).toBeGreaterThan(20);
  const labelled = (field: string) => Object.hasOwn(labels, field) || english.has(`history.field.${field}`);
  expect(fields.filter((field) => !labelled(field))).toEqual([]);
  expect(Object.values(labels).filter((key) => !english.has(key))).toEqual([]);
});

const isReapplied = ({ type }: Readonly<{ type: string }>) => type === 'DifferenceReapplyRequested';

it('has a label for everything that an event tells beside what changed', async () => {
  const projection = allProjections.find(({ name }) => name === 'history');
  if (!projection) throw new Error('there is no history');
  const histories = await readGoldenHistories();
  // Chance hardly ever has removed what somebody else added.
  const removals = (histories.find((events) => events.some(isReapplied)) ?? []).map((event) =>
    isReapplied(event) ? { ...event, data: { ...(event.data as object), form: 'foreign' } } : event,
  );
  const told = new Set<string>();
  for (const history of [...histories, removals])
    for (const { name, rows } of await rowsOf(projection, history))
      if (name === 'history')
        for (const { values } of rows) for (const key of Object.keys(values as object)) told.add(key);
  expect(told.size).toBeGreaterThan(60);
  const places = (field: string) => [`history.field.${field}`, `audit.detail.${field}`];
  const isLabelled = (field: string) =>
    Object.hasOwn(labels, field) || isMailTopic(field) || places(field).some((key) => english.has(key));
  expect([...told].filter((field) => !isLabelled(field))).toEqual([]);
  const details = [...english.keys()].filter((key) => key.startsWith('audit.detail.'));
  expect(details.filter((key) => !told.has(key.slice('audit.detail.'.length)))).toEqual([]);
});
