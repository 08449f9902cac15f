// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { EventCategoryHistory } from './event-category-history.tsx';

componentTests('event-categories');
const { startWith } = pageServer();

const revoked = (id: string, changes: readonly object[]) => ({
  ...{ id: `a8098c1a-f86e-41da-bd1a-00112444be1${id}`, kind: 'access-revoked', happenedAt: '2027-01-01T00:00:09Z' },
  ...{ user: null, about: 'Partner', changes },
});

it('tells access that ended by itself, with its last day, from access that somebody revoked', async () => {
  await startWith(json(200, [revoked('1', [{ field: 'lastDay', from: '', to: '2026-12-31' }]), revoked('2', [])]));
  show(<EventCategoryHistory id={1} />);
  const [ended, taken] = await screen.findAllByRole('listitem');
  expect(ended?.textContent).toContain('Access ended by itself · Partner');
  expect(ended?.textContent).toContain('12/31/2026');
  expect(taken?.textContent).toContain('Access revoked · Partner');
});
