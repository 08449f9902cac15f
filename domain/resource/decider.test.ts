import { describe, expect, it } from 'vitest';
import { gateway } from '#test/world/sample-events.ts';
import { given } from '../core/specification.ts';
import { type Certificate, certificateSizeLimit } from './certificate.ts';
import { resourceDecider } from './decider.ts';
import type { Gateway, Kafka, Redis, ResourceEvent, ResourceSettings } from './resource.ts';

const registered = gateway(7) as Extract<ResourceEvent, { type: 'GatewayRegistered' }>;
const none = { custom: [], certificates: [] };
const before: Gateway = { ...registered.data, organizations: [], ...none };
const moved: Gateway = { ...before, adminUrl: 'https://other.gateway.example' };
const changed: ResourceEvent = { type: 'GatewayChanged', data: { ...moved, from: before } };
const removed: ResourceEvent = { type: 'GatewayRemoved', data: { resourceId: 7 } };
const added: ResourceEvent = { type: 'GatewayRegistered', data: before };

const shared = { resourceId: 7, name: 'Streams', isPublic: true, organizations: [], ...none };
const kafka: Kafka = {
  ...{ ...shared, type: 'KAFKA', envType: 'DEV', address: 'a.example:9092', internalAddr: null },
  ...{ securityProtocol: 'SSL', mechanism: null, user: null, password: null },
};
const redis: Redis = { ...shared, type: 'REDIS', host: 'redis.example', port: 6379, timeout: 100, password: null };

const change = { type: 'ChangeResource', data: moved } as const;
const remove = (...names: string[]) =>
  ({
    type: 'RemoveResource',
    data: { uses: [{ kind: 'deployments', count: names.length, names: names.join(', ') }], organizationNames: 'Acme' },
  }) as const;
const ca = (certificateId: number, name = 'ca.pem', size = 20): Certificate => ({
  ...{ certificateId, name, certificate: 'x'.repeat(size) },
  content: [{ subject: 'CN=ca', issuer: 'CN=ca', expiresAt: '2027-01-01T00:00:00.000Z' }],
});
const withFile = (...certificates: Certificate[]): ResourceEvent => ({
  type: 'GatewayChanged',
  data: { ...before, certificates, from: before },
});

describe('a resource', () => {
  it.each([
    ['Gateway', before],
    ['Kafka', kafka],
    ['Redis', redis],
  ])('of type %s is registered once, and never again under its number', (word, settings: ResourceSettings) => {
    const register = { type: 'RegisterResource', data: settings } as const;
    const [event] = given(resourceDecider, []).when(register) as ResourceEvent[];
    expect(event).toEqual({ type: `${word}Registered`, data: settings });
    for (const history of [[event], [event, removed]] as ResourceEvent[][])
      expect(given(resourceDecider, history).when(register)).toMatchObject({ refused: 'conflict' });
  });

  it('is changed as a whole, says what was before, and the same settings again change nothing', () => {
    expect(given(resourceDecider, [added]).when(change)).toEqual([changed]);
    expect(given(resourceDecider, [added, changed]).when(change)).toEqual([]);
    for (const history of [[], [added, removed]])
      expect(given(resourceDecider, history).when(change)).toMatchObject({ refused: 'not-found' });
  });

  it('keeps its type', () => {
    const other = { type: 'ChangeResource', data: redis } as const;
    expect(given(resourceDecider, [added]).when(other)).toMatchObject({ problems: [{ code: 'resource.type-fixed' }] });
  });

  it('keeps its pairs and certificates through a change by the last release, which knows neither', () => {
    const { custom: _custom, certificates: _certificates, ...older } = moved;
    const full = { ...before, custom: [{ name: 'team', value: 'platform' }], certificates: [ca(3)] };
    const history: ResourceEvent[] = [
      { type: 'GatewayRegistered', data: full },
      { type: 'GatewayChanged', data: older },
    ];
    const again = given(resourceDecider, history).when({ type: 'ChangeResource', data: { ...moved, custom: [] } });
    expect(again).toMatchObject([{ data: { custom: [], certificates: [ca(3)], from: { custom: full.custom } } }]);
  });

  it('is removed only when nothing hangs on it, once, and the refusal names what does', () => {
    expect(given(resourceDecider, [added, changed]).when(remove())).toEqual([removed]);
    expect(given(resourceDecider, [added, removed]).when(remove('1'))).toEqual([]);
    expect(given(resourceDecider, []).when(remove())).toMatchObject({ refused: 'not-found' });
    const used: ResourceEvent = {
      type: 'GatewayRegistered',
      data: { ...before, organizations: [2], certificates: [ca(3)] },
    };
    expect(given(resourceDecider, [used]).when(remove('Payments'))).toEqual({
      refused: 'conflict',
      problems: [
        { code: 'resource.in-use' },
        { code: 'resource.has-deployments', field: 'deployments', parameters: { count: 1, names: 'Payments' } },
        { code: 'resource.has-certificates', field: 'certificates', parameters: { count: 1, names: 'ca.pem' } },
        { code: 'resource.has-organizations', field: 'organizations', parameters: { count: 1, names: 'Acme' } },
      ],
    });
  });
});

describe('the certificates of a resource', () => {
  const add = (certificate: Certificate) => ({ type: 'AddCertificate', data: certificate }) as const;

  it('are added and taken away one by one', () => {
    expect(given(resourceDecider, [added]).when(add(ca(3)))).toEqual([withFile(ca(3))]);
    const take = { type: 'RemoveCertificate', data: { certificateId: 3 } } as const;
    expect(given(resourceDecider, [added, withFile(ca(3), ca(4, 'b.pem'))]).when(take)).toMatchObject([
      { data: { certificates: [ca(4, 'b.pem')] } },
    ]);
  });

  it.each([
    ['two of the same name', [ca(3)], ca(4, 'CA.pem'), 'certificate.name-taken'],
    ['more than ten', Array.from({ length: 10 }, (_, at) => ca(at + 1, `${at}`)), ca(99), 'certificate.too-many'],
    [
      'more text than events should carry',
      [ca(3, 'a', certificateSizeLimit), ca(4, 'b', certificateSizeLimit)],
      ca(5, 'c'),
      'certificate.too-large-together',
    ],
  ])('are never %s', (_what, there, next, code) => {
    expect(given(resourceDecider, [added, withFile(...there)]).when(add(next))).toMatchObject({ problems: [{ code }] });
    const data = { ...before, certificates: [...there, next] };
    expect(given(resourceDecider, []).when({ type: 'RegisterResource', data })).toMatchObject({ problems: [{ code }] });
  });
});

it('an organization may use a resource until that is ended', () => {
  const grant = { type: 'GrantUse', data: { organizationId: 9 } } as const;
  const granted = given(resourceDecider, [added]).when(grant) as ResourceEvent[];
  expect(granted).toMatchObject([{ type: 'GatewayChanged', data: { organizations: [9] } }]);
  expect(given(resourceDecider, [added, ...granted]).when(grant)).toEqual([]);
  const end = { type: 'EndUse', data: { organizationId: 9 } } as const;
  expect(given(resourceDecider, [added, ...granted]).when(end)).toMatchObject([{ data: { organizations: [] } }]);
  expect(given(resourceDecider, [added]).when(end)).toEqual([]);
});
