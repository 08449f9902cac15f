import { expect, it } from 'vitest';
import { firstSteps, partsOf } from './first-steps.ts';

it('is a maintainer whoever owns an application, whatever their roles', () => {
  expect(partsOf({ roles: ['ROLE_COMPANY_USER'], ownerApps: [{ id: 1, name: 'Payments' }] })).toEqual([
    'maintainer',
    'company-user',
  ]);
  expect(partsOf({ roles: ['ROLE_COMPANY_USER'], ownerApps: [] })).toEqual(['company-user']);
});

it('begins with publishing for a maintainer, and says each step once', () => {
  const steps = firstSteps(['maintainer', 'company-admin', 'company-user']);
  expect(steps).toEqual(['publish', 'deploy', 'my', 'explore']);
});

it('has the guide for somebody without a role', () => {
  expect(firstSteps(partsOf({ roles: [], ownerApps: [] }))).toEqual(['guide']);
});
