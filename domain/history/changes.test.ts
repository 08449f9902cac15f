import { expect, it } from 'vitest';
import { detailChanges } from '../api/history.ts';
import { keyChanges } from '../consumer/history.ts';
import { type DeploymentConfig, plainDeployment } from '../deployment/deployment.ts';
import { deploymentChanges, withoutWrittenValues } from '../deployment/history.ts';
import { emptyRequestTransformer } from '../deployment/request-transformer.ts';

const config: DeploymentConfig = {
  name: 'Payments',
  environment: 'DEV',
  authentication: 'apikey',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example/v1',
  gatewayId: 1,
  tokenExpiration: 86_400,
  ratePerMinute: null,
  ...plainDeployment,
};

it('lists all settings of a new deployment that are on', () => {
  expect(deploymentChanges(null, { ...config, refusesBots: true })).toEqual([
    { field: 'name', from: null, to: 'Payments' },
    { field: 'upstreamUrl', from: null, to: 'https://payments.example/v1' },
    { field: 'authentication', from: null, to: 'apikey' },
    { field: 'refusesBots', from: null, to: true },
  ]);
});

it('lists only the fields of a changed deployment that differ, also those of plugins', () => {
  const requestTransformer = { ...emptyRequestTransformer, addHeaders: ['x-team:payments', 'x-api:1'] };
  const to: DeploymentConfig = {
    ...config,
    authentication: 'both',
    ratePerMinute: 60,
    allowedAddresses: ['192.0.2.1', '198.51.100.0/24'],
    requestTransformer,
    lockdown: { revision: 3, operations: 'a'.repeat(64) },
  };
  const changes = deploymentChanges({ ...config, allowedAddresses: ['192.0.2.1', '203.0.113.9'] }, to);
  expect(changes).toEqual([
    { field: 'authentication', from: 'apikey', to: 'both' },
    { field: 'tokenExpiration', from: null, to: 86_400 },
    { field: 'ratePerMinute', from: null, to: 60 },
    { field: 'allowedAddresses', from: ['203.0.113.9'], to: ['198.51.100.0/24'] },
    { field: 'requestTransformer.addHeaders', from: null, to: ['x-team:payments', 'x-api:1'] },
    { field: 'lockedRevision', from: null, to: 3 },
  ]);
  expect(deploymentChanges(to, to)).toEqual([]);
  // From before it could be chosen: the gateway took keys in the query string.
  expect(deploymentChanges({ ...to, keyInQuery: null }, to)).toEqual([{ field: 'keyInQuery', from: true, to: null }]);
  expect(withoutWrittenValues(changes)[4]).toEqual({
    field: 'requestTransformer.addHeaders',
    from: null,
    to: ['x-team', 'x-api'],
  });
});

it('tells the limits of a key apart by their window', () => {
  const settings = { nickname: 'till', requestTransformer: null };
  const from = { ...settings, rateLimit: { window: 'hour', calls: 100, policy: 'local' } } as const;
  expect(keyChanges(from, { ...settings, rateLimit: { window: 'minute', calls: 5, policy: 'local' } })).toEqual([
    { field: 'callsPerMinute', from: null, to: 5 },
    { field: 'callsPerHour', from: 100, to: null },
  ]);
  expect(keyChanges(null, { ...settings, rateLimit: null })).toEqual([]);
});

it('calls business areas by their names', () => {
  const details = { name: 'Pay', description: '', sourceRepo: '', businessAreaId: null };
  expect(detailChanges(details, { ...details, businessAreaId: 3, name: 'Payments' }, () => 'Finance')).toEqual([
    { field: 'name', from: 'Pay', to: 'Payments' },
    { field: 'businessArea', from: null, to: 'Finance' },
  ]);
});
