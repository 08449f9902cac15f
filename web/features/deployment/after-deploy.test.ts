import { describe, expect, it } from 'vitest';
import { afterDeploy } from './after-deploy.ts';

const api = { id: 7, name: 'Orders & more' };
const parametersOf = (path: string) => Object.fromEntries(new URL(path, 'http://portal.example').searchParams);

describe('after a deployment has completed', () => {
  const done = { isNew: true, deploymentId: 9 };

  it('leads to adding a key; after a deployment by a company admin, for their own organization', () => {
    expect(parametersOf(afterDeploy({ roles: ['ROLE_COMPANY_ADMIN'], organizationId: 2 }, api, done))).toEqual({
      action: 'create-consumer',
      id: '7',
      name: 'Orders & more',
      org: '2',
      deployment: '9',
    });
  });

  it('leaves the organization open for everybody else', () => {
    expect(parametersOf(afterDeploy({ roles: ['ROLE_PORTAL_ADMIN'], organizationId: 2 }, api, done))).toEqual({
      action: 'create-consumer',
      id: '7',
      name: 'Orders & more',
      deployment: '9',
    });
  });

  it('leads back to the details if a deployment was changed', () => {
    const path = afterDeploy({ roles: [], organizationId: 2 }, api, { isNew: false, deploymentId: 9 });
    expect(path).toBe('/wall?dock=api:7');
  });
});
