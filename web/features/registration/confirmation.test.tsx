// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { Confirmation } from './confirmation.tsx';

componentTests();
const { startWith } = pageServer();

it.each([
  [true, /pending approval by the site administrator\. A welcome e-mail with instructions was sent\.$/],
  [false, /pending approval by the site administrator\. This portal sends no e-mails\. Log in/],
])('says what happens next (the portal sends mails: %s)', async (mail, text) => {
  await startWith(json(200, { environment: 'local', mail }));
  await showLazy(<Confirmation />);
  expect(await screen.findByText(text)).toBeTruthy();
});
