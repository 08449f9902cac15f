// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { DeploymentRows } from './deployment-rows.tsx';

componentTests();
const { startWith } = pageServer();

const deployment = (isReadOnly: boolean) =>
  ({
    ...{
      id: 7,
      apiId: 3,
      env: 'DEV',
      auth: 'apikey',
      path: '/orders-dev',
      state: 'deployed',
      moving: null,
      isReadOnly,
    },
    ...{ drift: null, outage: null, removals: null, kongServer: null, upstreamUrl: null, tokenUrl: null },
    rateLimit: { enabled: false, ratePerMinute: 60, countsTogether: false, redis: null },
    protection: { addresses: 0, bots: false, transforms: false, cors: false, lockedRevision: null },
  }) as Partial<DeploymentRow> as DeploymentRow;
const api = { id: 3, deployments: [], may: { deploy: true, addKey: true } } as unknown as ApiDetail;

const show = async (isReadOnly: boolean) => {
  await startWith(json(200, []));
  const asked = { onDelete: vi.fn(), onKey: vi.fn() };
  const { user } = await showLazy(
    <SignedIn>
      <table>
        <DeploymentRows deployment={deployment(isReadOnly)} api={api} startsOpen={false} {...asked} />
      </table>
    </SignedIn>,
  );
  return { user, asked };
};
const named = (role: 'button' | 'link', name: RegExp) => screen.queryByRole(role, { name });

it('offers what changes a deployment', async () => {
  const { user, asked } = await show(false);
  expect(named('link', /^Edit/)?.getAttribute('href')).toBe('/api-deploy/3?id=7');
  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  await user.click(screen.getByRole('button', { name: /^Add API Key/ }));
  expect([asked.onDelete.mock.calls.length, asked.onKey.mock.calls.length]).toEqual([1, 1]);
});

it('at a gateway without a database leaves what would change it there, off and with the reason; a copy goes elsewhere', async () => {
  const { user, asked } = await show(true);
  expect(named('link', /^Edit/)).toBeNull();
  for (const name of [/^Edit/, /^Delete/, /^Add API Key/]) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
  }
  expect([asked.onDelete.mock.calls.length, asked.onKey.mock.calls.length]).toEqual([0, 0]);
  expect(named('link', /^Copy/)?.getAttribute('href')).toBe('/api-deploy/3?copy=7');
  await user.hover(screen.getByRole('button', { name: /^Delete/ }));
  expect(await screen.findByText(/read-only because it has no database/)).toBeTruthy();
});
