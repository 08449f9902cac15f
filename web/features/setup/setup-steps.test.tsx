// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { SetupSteps } from './setup-steps.tsx';

componentTests();
const { startWith } = pageServer();

it.each([
  [true, 'Done', /^Portico tells people by mail/],
  [false, 'Optional', /^No mail server is set, so people see decisions only in the portal/],
])('says whether mails are sent (%s)', async (mail, state, text) => {
  await startWith(json(200, { organization: null, gateways: ['Kong'], apis: 1, mail, dismissed: false }));
  await showLazy(<SetupSteps />);
  expect((await screen.findByText(text)).closest('li')?.textContent).toContain(`Mail${state}`);
});
