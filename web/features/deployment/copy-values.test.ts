import { describe, expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import type { DeploymentForm } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { copiedDeployment, copyNotes } from './copy-values.ts';

const gateway = (id: number, name: string): ResourceOption => ({
  id,
  type: 'KONG',
  name,
  isPublic: true,
  apiUrl: `https://${name}.example`,
  abilities: null,
});
const north = gateway(1, 'north');
const south = gateway(2, 'south');
const lists = { remove: [], rename: [], replace: [], add: [], append: [] };
const original = {
  id: 4,
  apiId: 7,
  name: 'Orders',
  env: 'DEV',
  auth: 'both',
  contextPath: 'orders',
  path: '/orders-dev',
  upstreamUrl: 'http://orders-dev:8080',
  kongServer: { id: 1, name: 'north' },
  keyInQuery: true,
  oAuth2Config: { tokenExpiration: 60 },
  rateLimit: { enabled: true, ratePerMinute: 7, countsTogether: true },
  ipRestriction: { enabled: true, ips: ['10.0.0.0/8', '192.0.2.1'] },
  botDetection: { enabled: true },
  cors: { enabled: true, origins: ['https://app.example'], headers: ['x-desk'], credentials: false, maxAge: 5 },
  requestTransformer: emptyRequestTransformer,
  responseTransformer: { enabled: false, ...lists },
  enablePathLockdown: true,
  revision: 3,
  protection: { addresses: 2, bots: true, transforms: false, cors: true, lockedRevision: 3 },
} as unknown as DeploymentForm;
const api = (...deployments: object[]) => ({ deployments }) as unknown as Pick<ApiDetail, 'deployments'>;
const here = api(original);
const all = ['DEV', 'TEST', 'UAT', 'PROD'] as const;

describe('a copy of a deployment', () => {
  it('has all values of the original, in the next environment on its gateway', () => {
    const { env, ...values } = copiedDeployment(original, here, all, [north, south], true);
    expect(env).toBe('TEST');
    expect(values).toMatchObject({
      name: 'Orders',
      auth: 'both',
      keyInQuery: true,
      contextPath: 'orders',
      upstreamUrl: 'http://orders-dev:8080',
      kongServer: 1,
      oAuth2Config: { tokenExpiration: 60 },
      rateLimit: { enabled: true, ratePerMinute: 7, countsTogether: true },
      ipRestriction: { enabled: true, ips: '10.0.0.0/8\n192.0.2.1' },
      botDetection: { enabled: true },
      cors: { enabled: true, origins: 'https://app.example', headers: 'x-desk' },
      enablePathLockdown: true,
    });
  });

  it('leaves out environments where the names are taken or the user may not deploy to', () => {
    const inTest = { ...original, id: 5, env: 'TEST', path: '/orders-test' };
    expect(copiedDeployment(original, api(original, inTest), all, [north], true).env).toBe('UAT');
    expect(copiedDeployment(original, here, ['PROD'], [north], true).env).toBe('PROD');
    expect(copiedDeployment(original, here, [], [north], true).env).toBeUndefined();
  });

  it('may stay in the environment of the original on another gateway only', () => {
    expect(copiedDeployment(original, here, ['DEV'], [north], true).env).toBeUndefined();
    expect(copiedDeployment(original, here, ['DEV'], [south], true)).toMatchObject({ env: 'DEV', kongServer: 2 });
  });

  it('has no response transformer for those who may not set it', () => {
    expect(copiedDeployment(original, here, all, [north], true)).toHaveProperty('responseTransformer');
    expect(copiedDeployment(original, here, all, [north], false)).not.toHaveProperty('responseTransformer');
  });
});

describe('what a copy says', () => {
  const values = {
    env: 'TEST',
    kongServer: 1,
    name: 'Orders',
    contextPath: 'orders',
    upstreamUrl: 'http://other',
  } as const;
  const notes = (changed: object = {}, of: DeploymentForm = original, gateways = [north, south], setsResponse = true) =>
    copyNotes(of, { ...values, ...changed }, here, gateways, setsResponse).map(({ note }) => note);

  it('is nothing more where everything fits', () => {
    expect(notes()).toEqual([]);
  });

  it('is that names are taken at the same place', () => {
    expect(notes({ env: 'DEV' })).toEqual(['taken']);
    expect(notes({ env: 'DEV', contextPath: 'others' })).toEqual(['taken']);
    expect(notes({ env: 'DEV', contextPath: 'others', name: 'Others' })).toEqual([]);
    expect(notes({ env: 'DEV', kongServer: 2 })).toEqual([]);
  });

  it('is that the target and written values are those of another environment', () => {
    expect(notes({ upstreamUrl: original.upstreamUrl })).toEqual(['target']);
    expect(notes({ env: 'DEV', kongServer: 2, upstreamUrl: original.upstreamUrl })).toEqual([]);
    const requestTransformer = { ...emptyRequestTransformer, addHeaders: ['Authorization:secret'] };
    expect(notes({}, { ...original, requestTransformer })).toEqual(['values']);
  });

  it('is what may not be chosen or set by the user', () => {
    expect(notes({}, original, [south])).toEqual(['gateway-not-yours']);
    const answering = { ...original, responseTransformer: { ...original.responseTransformer, enabled: true } };
    expect(notes({}, answering, [north], false)).toEqual(['responses']);
    expect(notes({}, answering, [north], true)).toEqual([]);
  });

  it('is that a lockdown becomes that of the newest version', () => {
    const older = { ...original, protection: { ...original.protection, lockedRevision: 2 } };
    expect(notes({}, older)).toEqual(['lockdown']);
  });
});
