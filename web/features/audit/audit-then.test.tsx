// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { AuditThen } from './audit-then.tsx';

componentTests();
const { startWith } = pageServer();

it('says roles and ends of access in words', async () => {
  const fields = [
    { field: 'roles', value: ['ROLE_AUDITOR', 'ROLE_COMPANY_USER', 'ROLE_NEW'] },
    { field: 'organization', value: 'Acme' },
    { field: 'until', value: '2026-12-31T23:59:59.999Z' },
    { field: 'lastDay', value: '2027-03-31' },
  ];
  await startWith(json(200, { fields }));
  await showLazy(<AuditThen id="0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8" />);
  expect(await screen.findByText('Auditor, Company user, and ROLE_NEW')).toBeTruthy();
  for (const text of ['Acme', 'Last day', 'Last day (UTC)', '12/31/2026', '03/31/2027'])
    expect(screen.getByText(text)).toBeTruthy();
});
