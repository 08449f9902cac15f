// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { MailSettings } from './mail-settings.tsx';

componentTests('mails');
const { startWith, seen } = pageServer();

it('saves a choice at once, alone, and shows what the server keeps', async () => {
  const before = { toDecide: 'at-once', decided: 'at-once', maintained: 'daily', handedOver: 'at-once' };
  const saved = json(200, { userId: 5, basedOn: 2, position: '7' });
  await startWith(json(200, before), saved, json(200, { ...before, decided: 'never' }));
  const { user } = await showLazy(<MailSettings />);
  const choice = await screen.findByRole('combobox', { name: 'Decisions on what you asked for' });
  expect(choice.textContent).toBe('At once');
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: 'Never' }));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Decisions on what you asked for' }).textContent).toBe('Never'),
  );
  expect(seen()[1]).toMatchObject({ method: 'PUT', url: '/api/user/mails', body: '{"decided":"never"}' });
  expect(screen.getByRole('combobox', { name: 'Access to APIs that you maintain' }).textContent).toBe('Once a day');
});
