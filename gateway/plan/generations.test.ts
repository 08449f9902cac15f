import { expect, it } from 'vitest';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import { newNames } from '#test/world/gateway-names.ts';
import type { DesiredEntity } from '../admin-api/entity.ts';
import { closed } from '../change/closed-route.ts';
import { generationFor } from './generations.ts';
import { planDeployment } from './plan.ts';

const before: DeploymentConfig = {
  name: 'Payments',
  environment: 'DEV',
  authentication: 'both',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example/v1',
  gatewayId: 1,
  tokenExpiration: 86_400,
  ratePerMinute: 60,
  ...plainDeployment,
};
const planOf = (changes: Partial<DeploymentConfig>) => (generation: number) =>
  planDeployment({
    names: newNames,
    deploymentId: 7,
    generation,
    config: { ...before, ...changes },
    operations: undefined,
    httpLogEndpoint: 'https://portal.example/ingest',
    telemetryKey: 'telemetry-key',
  }).entities;
const asMade = planOf({});
const whole = { upstreamUrl: 'https://other.example/v1', ratePerMinute: 70 };
const changed = planOf(whole);
const shut = (entities: readonly DesiredEntity[]) =>
  entities.map((entity) => (entity.kind === 'route' ? { ...entity, body: closed(entity.body, 'secret') } : entity));
const untagged = (entities: readonly DesiredEntity[]) =>
  entities.map(({ body, ...entity }) => ({ ...entity, body: { ...body, tags: ['portico'] } }));

it.each<[string, Partial<DeploymentConfig>, readonly DesiredEntity[], number]>([
  ['nothing is there', {}, [], 1],
  ['nothing changes', {}, asMade(1), 1],
  ['one plugin changes', { ratePerMinute: 70 }, asMade(1), 1],
  ['one plugin is added', { refusesBots: true }, asMade(1), 1],
  ['one plugin is removed', { ratePerMinute: null }, asMade(3), 3],
  ['the target alone changes', { upstreamUrl: 'https://other.example/v2' }, asMade(1), 1],
  ['only tags change, as of a former release', {}, untagged(asMade(1)), 1],
  ['target and plugin change', whole, asMade(1), 2],
  ['two plugins change', { ratePerMinute: 70, refusesBots: true }, asMade(3), 4],
  ['name and path change', { name: 'Cards', contextPath: 'cards' }, asMade(1), 2],
  ['keys alone take the place of keys and tokens', { authentication: 'apikey' }, asMade(1), 2],
  ['nobody is served', whole, shut(asMade(1)), 1],
  ['nobody is served by a later one', whole, shut(asMade(3)), 3],
  ['an attempt had begun the next one', whole, [...asMade(1), ...shut(changed(2)).slice(0, 3)], 2],
  ['an attempt had made the next one', whole, [...asMade(1), ...shut(changed(2))], 2],
  ['an attempt had opened the next one', whole, [...asMade(1), ...changed(2)], 2],
  ['an attempt had closed the former one', whole, [...shut(asMade(1)), ...changed(2)], 2],
  ['an attempt was removing the former one', whole, [...asMade(1).slice(0, 2), ...changed(2)], 2],
  ['the next one is given up before it is open', {}, [...asMade(1), ...shut(changed(2))], 1],
  ['the next one is given up when it is open', {}, [...shut(asMade(1)), ...changed(2)], 1],
  [
    'a third configuration comes in between',
    { ...whole, refusesBots: true, ratePerMinute: 80 },
    [...asMade(1), ...shut(changed(2))],
    2,
  ],
  [
    'a third configuration comes after the switch',
    { upstreamUrl: 'https://third.example', ratePerMinute: 80 },
    [...shut(asMade(1)), ...changed(2)],
    3,
  ],
])('when %s', (_what, changes, actual, generation) => {
  expect(generationFor(planOf(changes), actual)).toBe(generation);
});

it('shares nothing between two generations but what belongs to the anonymous consumer', () => {
  const [first, second] = [asMade(1), asMade(2)];
  const ids = new Set(first.map(({ id }) => id));
  expect(second.filter(({ id }) => ids.has(id)).map(({ label }) => label)).toEqual([
    'anonymous consumer',
    'plugin request-termination',
    'plugin response-transformer',
  ]);
  expect(
    second.flatMap(({ kind, body }) => (kind === 'service' || kind === 'route' ? [[body.name, body.tags]] : [])),
  ).toEqual([
    ['Payments-dev.2', [...newNames.tags(7), newNames.nameFor('generation', 2), 'Payments-dev']],
    ['payments-dev.2', [...newNames.tags(7), newNames.nameFor('generation', 2), 'payments-dev']],
  ]);
});
