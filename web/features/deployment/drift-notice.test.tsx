// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SignedIn } from '../../test/signed-in.tsx';
import { DriftNotice } from './drift-notice.tsx';

componentTests('operations', 'foreign-objects');

const drift: NonNullable<DeploymentRow['drift']> = { lost: null, foreign: [], added: [], open: 0 };
const show = (told: Partial<typeof drift>) =>
  showLazy(
    <SignedIn>
      <DriftNotice deploymentId={7} path="/orders-dev" drift={{ ...drift, ...told }} />
    </SignedIn>,
  );

it('says what each object does to the calls, and of which key it is', async () => {
  await show({ foreign: ['key-auth 1'], added: [{ effect: 'credential', name: '', key: 'Partner · till' }] });
  expect(await screen.findAllByRole('status')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toContain('The key Partner · till was given');
});

it('of an older server, which tells only names, says the names', async () => {
  await show({ foreign: ['their-route', 'their-plugin'] });
  expect((await screen.findAllByRole('status')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('“their-route”, which is not of this portal, changes calls of'),
    expect.stringContaining('“their-plugin”'),
  ]);
});
