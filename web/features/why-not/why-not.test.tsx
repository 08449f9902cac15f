// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { WhyNotAnswer } from '#domain/why-not/schema.ts';
import { ProblemError, problemOf } from '../../api/problem-error.ts';
import { askWhyNot } from '../../api/why-not.ts';
import { FieldMessage } from '../../components/form/field-message.tsx';
import { ErrorNotice } from '../../components/layout/error-notice.tsx';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show, showLazy } from '../../test/show.tsx';
import { Explanation } from './shared/explanation.tsx';
import { WhyNot } from './shared/why-not.tsx';
import { WhyNotQuestion } from './why-not-question.tsx';

componentTests('why-not');
const { startWith, seen } = pageServer();

const answer: WhyNotAnswer = {
  person: null,
  standing: null,
  about: {
    api: { id: 12, name: 'Orders' },
    application: null,
    eventCategory: null,
    organization: null,
    user: null,
  },
  parts: [
    {
      action: 'consumer.add',
      verdict: 'refused',
      rules: [
        {
          rule: 'grantedMemberOfIt',
          facts: [
            { fact: 'member', met: true },
            { fact: 'ownOrganization', met: null },
            { fact: 'granted', met: false },
          ],
        },
      ],
      changes: [
        {
          fact: 'granted',
          by: 'access.decide',
          organization: null,
          application: null,
          who: [
            {
              rule: 'portalAdmin',
              people: [{ id: 1, name: 'Ada Ross', email: 'ada@portico.example' }],
              more: true,
            },
          ],
        },
        { fact: 'self', by: null, organization: null, application: null, who: [] },
      ],
      beyond: ['own-request'],
    },
  ],
};

const refused = (status: number, why: object) =>
  problemOf(status, JSON.stringify({ code: status === 403 ? 'forbidden' : 'not-found', why }));

it('explains a refusal where it is shown: what is missing, who could change it, and where to ask', async () => {
  await startWith(json(200, answer));
  const error = refused(403, { action: 'consumer.add', apiId: 12, organizationId: 3 });
  const { user } = show(
    <>
      <ErrorNotice error={error} />
      <WhyNot />
    </>,
  );
  await user.click(screen.getByRole('button', { name: "Why can't I?" }));
  const dialog = await screen.findByRole('dialog', { name: "Why you can't do this" });
  const part = await within(dialog).findByRole('region', { name: 'Add an API key' });
  expect(seen()[0]?.url).toBe('/api/why-not?action=consumer.add&apiId=12&organizationId=3');
  const facts = within(part)
    .getAllByRole('img')
    .map((icon) => icon.getAttribute('aria-label'));
  expect(facts).toEqual(['true', 'not known', 'missing']);
  expect(within(part).getByRole('link', { name: /^ada/ }).getAttribute('href')).toBe('mailto:ada@portico.example');
  expect(part.textContent).toContain('and others');
  expect(part.textContent).toContain('Only the person whose it is can do it.');
  expect(part.textContent).toContain('Nobody decides about their own request.');
  expect(within(dialog).getByRole('link', { name: 'Request access' }).getAttribute('href')).toBe(
    '/wall/all?dock=api:12',
  );
  const report = new URL(
    within(dialog).getByRole('link', { name: 'Ask support' }).getAttribute('href') ?? '',
    'http://x',
  );
  expect(report.pathname).toBe('/help/faq');
  expect(report.searchParams.get('title')).toBe("I can't: Add an API key");
  expect(report.searchParams.get('description')).toContain('It is about: Orders.');
  expect(dialog.textContent).not.toContain('You get the same response');
});

it('says of what is not found that there may be no such thing', async () => {
  await startWith(json(200, answer));
  const { user } = show(
    <>
      <ErrorNotice error={refused(404, { action: 'consumer.add' })} />
      <WhyNot />
    </>,
  );
  await user.click(screen.getByRole('button', { name: "Why can't I?" }));
  expect(await screen.findByText(/^You get the same response/)).toBeTruthy();
});

it('offers no link that acts for whoever reads, about somebody else', async () => {
  await startWith();
  show(<Explanation answer={{ ...answer, person: { id: 7, name: 'Liam' } }} env={undefined} />);
  expect(await screen.findByRole('region', { name: 'Add an API key' })).toBeTruthy();
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(['ada@portico.example']);
});

it.each([
  ['operation.replay', 1],
  ['operation.list', 0],
] as const)('asks for the environment where two people may have to decide: %s', async (action, times) => {
  await startWith();
  await showLazy(<WhyNotQuestion question={{ action }} answer={undefined} onChange={() => {}} />);
  await screen.findByRole('region', { name: 'Question' });
  expect(screen.queryAllByText('Environment')).toHaveLength(times);
});

it('asks beside a field that was refused', async () => {
  await startWith(json(200, answer));
  const why = JSON.stringify({ action: 'consumer.limit', apiId: 12 });
  const { user } = show(
    <>
      <FieldMessage id="limit" error="Not yours" why={why} />
      <WhyNot />
    </>,
  );
  await user.click(screen.getByRole('button', { name: "Why can't I?" }));
  expect(await screen.findByRole('region', { name: 'Add an API key' })).toBeTruthy();
  expect(seen()[0]?.url).toBe('/api/why-not?action=consumer.limit&apiId=12');
});

it('answers a question from before the explanation was loaded', async () => {
  await startWith(json(200, answer));
  askWhyNot(refused(403, { action: 'consumer.add' }));
  await showLazy(<WhyNot />);
  expect(await screen.findByRole('region', { name: 'Add an API key' })).toBeTruthy();
});

it('offers nothing for an error that no right is the reason of', () => {
  show(<ErrorNotice error={new ProblemError(503, 'unavailable')} />);
  expect(screen.queryByRole('button', { name: "Why can't I?" })).toBeNull();
});
