// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { Answers } from './answers.tsx';

componentTests();

const foreign: DifferenceDetails = {
  id: '4-a',
  subject: { noun: 'deployment', id: 4, name: 'Orders' },
  path: '/orders-dev',
  env: 'DEV',
  api: { id: 3, name: 'Orders' },
  organization: { id: 2, name: 'Acme' },
  resource: { id: 1, name: 'DEV gateway' },
  objectId: 'a',
  kind: 'upstream',
  label: 'upstream',
  name: 'orders.example',
  form: 'foreign',
  state: 'open',
  isProtection: false,
  fields: [{ field: 'targets', applied: null, held: '["taken.example:80 (100)"]' }],
  intactAt: null,
  writtenAt: '2026-12-01T08:00:00.000Z',
  foundAt: '2026-12-01T08:00:20.000Z',
  answer: null,
  reason: '',
  answeredBy: null,
  answeredAt: null,
  operationId: null,
  seen: 'digest',
  isAdoptable: false,
  isReappliable: false,
  followsAt: null,
  isReadOnly: false,
};

it.each([
  ['an upstream has a list, where it is deleted', 'upstream', /where it is listed/],
  ['a group has none', 'acl', /at the gateway’s Admin API/],
  ['a credential has none', 'key-auth', /at the gateway’s Admin API/],
] as const)('of an object of others only ignore is possible: %s', async (_what, kind, reason) => {
  await showLazy(<Answers difference={{ ...foreign, kind }} />);
  await screen.findByRole('button', { name: 'Ignore' });
  const stateOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled');
  expect([stateOf('Ignore'), stateOf('Adopt'), stateOf('Re-apply')]).toEqual(['false', 'true', 'true']);
  expect(screen.getByText(/^Re-apply is not possible/).textContent).toMatch(reason);
});
