// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SavedFilters } from './saved-filters.tsx';

componentTests();
const { startWith, seen } = pageServer();

const keys = { id: 1, name: 'Keys', query: 'noun=consumer' };
const done = json(200, { position: '1' });

it('keeps the filter that is shown under a name, and says when the name is taken', async () => {
  const taken = { code: 'audit-filter.name-taken', status: 409, title: 'Taken' };
  const posts = [json(409, { ...taken, errors: [{ field: 'name', code: taken.code }] }), done];
  const list = json(200, { filters: [] });
  await startWith(
    ...Array.from(
      { length: 8 },
      () => (call: Parameters<typeof list>[0], response: Parameters<typeof list>[1]) =>
        (call.method === 'POST' ? (posts.shift() ?? done) : posts.length > 0 ? list : json(200, { filters: [keys] }))(
          call,
          response,
        ),
    ),
  );
  const { user } = await showLazy(<SavedFilters query="noun=consumer" />);
  await user.click(await screen.findByRole('button', { name: 'Save this filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this filter' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Keys');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('You have another filter of this name')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const link = await screen.findByRole('link', { name: 'Keys', hidden: true });
  expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['/audit?noun=consumer', 'page']);
  expect(screen.queryByRole('button', { name: 'Save this filter' })).toBeNull();
});

it('asks before it deletes one', async () => {
  await startWith(json(200, { filters: [keys] }), done, json(200, { filters: [] }));
  const { user } = await showLazy(<SavedFilters query="" />);
  await user.click(await screen.findByRole('button', { name: 'Delete Keys' }));
  expect(seen()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Delete filter' }));
  await expect.poll(() => seen().map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /api/audit/filters/1');
});
