// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { onWhyNot } from '../../api/why-not.ts';
import { componentTests, show } from '../../test/show.tsx';
import { AnswerAction, AnswerLinks } from './answer.tsx';

componentTests('operations', 'desk');

const operationOf = (changes: Partial<OperationRow>) =>
  ({
    ...{ id: 'op-1', apiId: 7, deploymentId: 8, answerable: true, answers: null, answeredBy: null },
    may: { replay: false, cancel: false, answer: true },
    ...changes,
  }) as OperationRow;
const mayNot = { may: { replay: true, cancel: true, answer: false } };

it('leads whoever may to the form of the failed operation', async () => {
  show(<AnswerAction operation={operationOf({})} />);
  const link = await screen.findByRole('link', { name: 'Change the form and send it again' });
  expect(link.getAttribute('href')).toBe('/api-deploy/7?id=8&answers=op-1');
});

it('asks for everybody else why not', async () => {
  const asked: unknown[] = [];
  onWhyNot((problem) => asked.push(problem));
  show(<AnswerAction operation={operationOf(mayNot)} />);
  (await screen.findByRole('button', { name: "Why can't I?" })).click();
  expect(screen.queryByRole('link')).toBeNull();
  expect(asked).toEqual([{ status: 403, why: { action: 'deployment.request', apiId: 7 } }]);
});

it('says nothing of an operation whose form can not be sent again', () => {
  const { container } = show(<AnswerAction operation={operationOf({ answerable: false, ...mayNot })} />);
  expect(container.textContent).toBe('');
});

it('leads from each of both operations to the other', async () => {
  show(<AnswerLinks operation={operationOf({ answers: 'aaaaaaaa-1', answeredBy: 'bbbbbbbb-2' })} />);
  expect(await screen.findByRole('button', { name: 'Answers operation aaaaaaaa' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Answered by operation bbbbbbbb' })).toBeTruthy();
});
