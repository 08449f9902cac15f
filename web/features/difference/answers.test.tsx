// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { Answers } from './answers.tsx';
import { FieldList } from './field-list.tsx';
import { objectName } from './object-name.ts';

componentTests();
const { startWith, seen } = pageServer();

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
  isReappliable: true,
  followsAt: null,
  isReadOnly: false,
  removal: null,
};

const stateOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled');
const nothing = { tags: [], otherTools: [], below: [], total: 0, mark: '' };

it('of an object of others, removing and ignoring are possible', async () => {
  await showLazy(<Answers difference={{ ...foreign, removal: nothing }} />);
  await screen.findByRole('button', { name: 'Ignore' });
  expect([stateOf('Ignore'), stateOf('Adopt'), stateOf('Remove')]).toEqual(['false', 'true', 'false']);
});

it('of what another tool looks after, only ignoring is, and it says why', async () => {
  await showLazy(<Answers difference={{ ...foreign, removal: { ...nothing, otherTools: ['managed-by-x'] } }} />);
  await screen.findByRole('button', { name: 'Ignore' });
  expect([stateOf('Ignore'), stateOf('Adopt'), stateOf('Remove')]).toEqual(['false', 'true', 'true']);
  expect(await screen.findByText(/managed-by-x/)).toBeTruthy();
});

it('says before a removal what goes with it, and by which tags a tool may put it back', async () => {
  const below = [{ kind: 'plugin' as const, name: 'cors' }];
  const removal = { tags: ['team-a'], otherTools: [], below, total: 4, mark: 'all-four' };
  await startWith(json(409, { status: 409, code: 'difference.changed', title: 'Changed', errors: [] }));
  await showLazy(<Answers difference={{ ...foreign, kind: 'route', removal }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('cors'));
  expect(dialog.textContent).toContain('team-a');
  expect(dialog.textContent).toContain('And 3 more');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'as agreed' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(seen()).toHaveLength(1));
  expect(JSON.parse(seen()[0]?.body ?? '')).toMatchObject({ answer: 'reapply', below: 'all-four' });
});

it('a list of secrets is shown as fingerprints, not as JSON', async () => {
  const held = '[{"fingerprint":"ba63f5d3"},{"fingerprint":"c0ffee11"}]';
  await showLazy(<FieldList fields={[{ field: 'headers.x-canary', applied: null, held }]} held="On the gateway" />);
  expect((await screen.findByText('ba63f5d3')).textContent).toBe('ba63f5d3');
  expect(screen.getByText('c0ffee11')).toBeTruthy();
  expect(screen.queryByText(/fingerprint"/)).toBeNull();
});

it('a group is called by a plain word', () => {
  const t = ((key: string) => key) as unknown as TFunction;
  expect(objectName(t, { kind: 'acl', label: 'acl', name: 'night-batch' })).toBe('kong-objects.kind-acl night-batch');
  expect(objectName(t, { kind: 'plugin', label: 'plugin acl', name: '' })).toBe('plugin acl');
});
