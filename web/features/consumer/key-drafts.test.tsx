// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { AddKeyForm } from './add-key-form.tsx';
import { EditKeyForm } from './edit-key-form.tsx';

componentTests();
const { startWith } = pageServer();

const api = { id: 3, deployments: [] as DeploymentRow[] } as Partial<ApiDetail> as ApiDetail;
const deployment = (id: number) => ({ id, env: 'DEV', path: `/orders-${id}`, auth: 'apikey' }) as DeploymentRow;
const organizations = [
  { id: 2, name: 'Harbour', external: true },
  { id: 4, name: 'Acme', external: false },
];
const nothing = { limit: false, transform: false };
const consumer = {
  ...{ id: 9, env: 'DEV', auth: 'apikey', nickname: 'Till', rateLimit: null, requestTransformer: null, basedOn: 4 },
  may: { limit: false, transform: false },
} as Partial<ConsumerRow> as ConsumerRow;

const openAdding = (...deployments: number[]) =>
  showLazy(
    <SignedIn>
      <AddKeyForm
        api={api}
        deployments={deployments.map(deployment)}
        organizations={organizations}
        preset={{ organizationId: undefined, deploymentId: undefined }}
        mayReveal={() => false}
        mayChoose={nothing}
        onLeave={() => {}}
      />
    </SignedIn>,
  );
const openChanging = (basedOn = 4, user = ada) =>
  showLazy(
    <SignedIn user={user}>
      <EditKeyForm consumer={{ ...consumer, basedOn }} organization="Harbour" onLeave={() => {}} />
    </SignedIn>,
  );
const nickname = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Nickname/ });
const deploymentChoice = () => screen.getByRole('combobox', { name: /^Deployment/ });

it('keeps what was typed for a new key, but no deployment that is gone', async () => {
  await startWith(...Array.from({ length: 4 }, () => json(200, [])));
  const first = await openAdding(7, 8);
  await first.user.type(nickname(), 'Night batch');
  await first.user.click(deploymentChoice());
  await first.user.click(await screen.findByRole('option', { name: /orders-8/ }));
  first.unmount();
  const second = await openAdding(7, 8);
  expect(nickname().value).toBe('Night batch');
  expect(deploymentChoice().textContent).toContain('/orders-8');
  second.unmount();
  await openAdding(6, 7);
  expect(nickname().value).toBe('Night batch');
  await waitFor(() => expect(deploymentChoice().textContent).not.toContain('/orders-8'));
});

it('keeps what was typed of a key for the person who typed it, until the key is changed or the form given up', async () => {
  await startWith();
  const first = await openChanging();
  await first.user.clear(nickname());
  await first.user.type(nickname(), 'Second till');
  first.unmount();
  const other = await openChanging(4, { ...ada, id: 5, email: 'bo@portico.example' });
  expect(nickname().value).toBe('Till');
  other.unmount();
  const newer = await openChanging(5);
  expect(nickname().value).toBe('Till');
  newer.unmount();
  const again = await openChanging();
  expect(nickname().value).toBe('Second till');
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }));
  again.unmount();
  await openChanging();
  expect(nickname().value).toBe('Till');
});
