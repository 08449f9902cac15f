import { expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { resourceBody } from './schema.ts';
import { configsOf } from './settings.ts';
import type { ResourceType } from './types.ts';

const whole: Record<ResourceType, Record<string, string>> = {
  KONG: {
    adminUrl: 'http://10.0.0.9:8001',
    apiUrl: 'https://api.example',
    apiSslUrl: '',
    httpLogEndpoint: 'https://portal.example',
    adminApiKey: 'NO',
    clusters: '2',
  },
  KAFKA: {
    envType: 'DEV',
    address: 'a.example:9092, [2001:db8::1]:9093',
    internalAddr: '',
    securityProtocol: 'SASL_SSL',
    mechanism: 'PLAIN',
    user: 'portico',
    password: 'secret',
  },
  REDIS: { host: 'redis.internal', port: '6379', timeout: '500', password: 'NO' },
};

const bodyOf = (type: ResourceType, changes: Record<string, string>, more: object = {}) => ({
  ...{
    type,
    name: 'Name',
    configs: Object.entries({ ...whole[type], ...changes }).map(([name, value]) => ({ name, value })),
  },
  ...more,
});
const problemsIn = (body: unknown) => {
  const { error } = resourceBody.safeParse(body);
  return error ? problemsOf(error).map(({ code, field }) => [code, field]) : [];
};

it.each(Object.keys(whole) as ResourceType[])('takes a whole %s', (type) => {
  expect(problemsIn(bodyOf(type, {}))).toEqual([]);
});

it.each([
  ['KONG', 'adminUrl', '', 'resource.adminurl-required'],
  ['KONG', 'adminUrl', 'gateway:8001', 'resource.address-invalid'],
  ['KONG', 'adminUrl', 'http://me:secret@gateway.example', 'resource.address-invalid'],
  ['KONG', 'apiUrl', 'ftp://api.example', 'resource.address-invalid'],
  ['KONG', 'clusters', '0', 'resource.clusters-invalid'],
  ['KONG', 'clusters', 'a,a', 'resource.clusters-invalid'],
  ['KONG', 'adminApiKey', '', 'resource.adminapikey-required'],
  ['KAFKA', 'envType', 'LIVE', 'field.invalid'],
  ['KAFKA', 'address', 'broker.example', 'resource.servers-invalid'],
  ['KAFKA', 'address', 'a.example:9092,b.example:99999', 'resource.servers-invalid'],
  ['KAFKA', 'user', '', 'resource.user-required'],
  ['REDIS', 'host', 'redis://a', 'resource.host-invalid'],
  ['REDIS', 'port', '65536', 'resource.port-invalid'],
  ['REDIS', 'timeout', '0', 'resource.timeout-invalid'],
  ['REDIS', 'password', '', 'resource.password-required'],
] as const)('%s: refuses %s "%s" at its row', (type, name, value, code) => {
  const at = Object.keys(whole[type]).indexOf(name);
  expect(problemsIn(bodyOf(type, { [name]: value }))).toEqual([[code, `configs.${at}.value`]]);
});

it('leaves a secret that is there as it is when its field is empty', () => {
  expect(problemsIn(bodyOf('REDIS', { password: '' }, { id: 4 }))).toEqual([]);
});

it('sends no password without encryption unless that is ticked', () => {
  for (const securityProtocol of ['PLAINTEXT', 'SASL_PLAINTEXT']) {
    expect(problemsIn(bodyOf('KAFKA', { securityProtocol }))).toEqual([
      ['resource.plaintext-not-ticked', 'allowPlaintext'],
    ]);
    expect(problemsIn(bodyOf('KAFKA', { securityProtocol }, { allowPlaintext: true }))).toEqual([]);
  }
  // Nobody is asked who one is.
  expect(problemsIn(bodyOf('KAFKA', { securityProtocol: 'SSL', user: '', password: '', mechanism: '' }))).toEqual([]);
});

it('takes pairs of its own, of different names', () => {
  const body = bodyOf('REDIS', { team: 'platform' });
  expect(problemsIn(body)).toEqual([]);
  const doubled = { ...body, configs: [...body.configs, { name: 'team', value: '' }, { name: '', value: 'x' }] };
  expect(problemsIn(doubled)).toEqual([
    ['resource.custom-name-taken', 'configs.4.name'],
    ['resource.custom-name-taken', 'configs.5.name'],
    ['resource.custom-name-required', 'configs.6.name'],
  ]);
});

it('shows of a secret whether there is one, and nothing of it', () => {
  const sealed = { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'f' };
  const redis = { resourceId: 1, name: 'r', isPublic: true, organizations: [], type: 'REDIS' as const };
  const shown = (password: typeof sealed | null) =>
    configsOf({ ...redis, host: 'h', port: 1, timeout: 1, password }).find(({ name }) => name === 'password')?.value;
  expect([shown(sealed), shown(null)]).toEqual(['', 'NO']);
});
