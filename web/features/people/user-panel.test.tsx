// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answering } from '#test/servers/answering-server.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { UserPanel } from './user-panel.tsx';

componentTests();
const { startWith } = pageServer();

it.each([
  [false, true],
  [true, false],
])(
  'the dock saves company and Kong admin together only for an internal address (internal: %s)',
  async (isInternalAddress, isDisabled) => {
    const answer: Answering = (request, response) =>
      json(
        200,
        request.url?.startsWith('/api/userById')
          ? { ...ada, id: 7, roles: ['ROLE_KONG_ADMIN', 'ROLE_COMPANY_ADMIN'], isInternalAddress }
          : [],
      )(request, response);
    await startWith(answer, answer);
    const { user } = await showLazy(
      <SignedIn>
        <UserPanel id="7" />
      </SignedIn>,
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Auditor' }));
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save roles' });
    expect(save.disabled).toBe(isDisabled);
    await user.click(screen.getByRole('checkbox', { name: 'Company admin' }));
    expect(save.disabled).toBe(false);
  },
);
