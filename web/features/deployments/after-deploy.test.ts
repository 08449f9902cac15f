import { describe, expect, it } from 'vitest';
import { afterDeploy, createConsumerDock } from './after-deploy.ts';

const api = { id: 7, name: 'Orders & more' };
const searchOf = (path: string) => new URL(path, 'http://portal.example').searchParams;

describe('after a deployment has completed', () => {
  it('leads to adding a key, for the own organization when a company admin deployed', () => {
    const path = afterDeploy({ roles: ['ROLE_COMPANY_ADMIN'], organizationId: 2 }, api, {
      isNew: true,
      deploymentId: 9,
    });
    expect(Object.fromEntries(searchOf(path))).toEqual({
      action: 'create-consumer',
      id: '7',
      name: 'Orders & more',
      org: '2',
      deployment: '9',
    });
    expect(createConsumerDock(searchOf(path))).toBe('api:7/keys:7;2;9');
  });

  it('leaves the organization open for anybody else', () => {
    const path = afterDeploy({ roles: ['ROLE_PORTAL_ADMIN'], organizationId: 2 }, api, {
      isNew: true,
      deploymentId: 9,
    });
    expect(searchOf(path).has('org')).toBe(false);
    expect(createConsumerDock(searchOf(path))).toBe('api:7/keys:7;;9');
  });

  it('leads back to the details when a deployment was changed', () => {
    const path = afterDeploy({ roles: [], organizationId: 2 }, api, { isNew: false, deploymentId: 9 });
    expect(path).toBe('/wall?dock=api:7');
  });

  it.each(['', '?action=other&id=7', '?action=create-consumer', '?action=create-consumer&id=x'])(
    'opens nothing for %j',
    (search) => {
      expect(createConsumerDock(new URLSearchParams(search))).toBeUndefined();
    },
  );

  it('takes the bare parameters of a link', () => {
    expect(createConsumerDock(new URLSearchParams('action=create-consumer&id=7&name=Orders'))).toBe('api:7/keys:7');
  });
});
