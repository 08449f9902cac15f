import { expect, it } from 'vitest';
import { firstSteps, partsOf } from './first-steps.ts';

it('makes everybody who owns an application a maintainer, whatever their roles', () => {
  expect(
    partsOf({ roles: ['ROLE_COMPANY_USER'], ownerApps: [{ id: 1, name: 'Payments', maintainersDecide: false }] }),
  ).toEqual(['maintainer', 'company-user']);
  expect(partsOf({ roles: ['ROLE_COMPANY_USER'], ownerApps: [] })).toEqual(['company-user']);
});

it('starts with publishing for a maintainer, and lists each step once', () => {
  const steps = firstSteps(['maintainer', 'company-admin', 'company-user']);
  expect(steps).toEqual(['publish', 'deploy', 'my', 'explore']);
});

it('offers the guide to people without a role', () => {
  expect(firstSteps(partsOf({ roles: [], ownerApps: [] }))).toEqual(['guide']);
});
