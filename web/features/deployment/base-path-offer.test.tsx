// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { CallPaths } from '#domain/deployment/call-paths.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, show } from '../../test/show.tsx';
import { BasePathOffer } from './base-path-offer.tsx';
import type { DeployInput, DeployValues } from './deploy-values.ts';
import { UnsentPaths } from './unsent-paths.tsx';

componentTests();
const { startWith } = pageServer();

const api = { id: 7, revision: 1 } as ApiDetail;
const none = { paths: [], total: 0 };
const paths: CallPaths = {
  basePath: '/v1',
  example: null,
  unsent: none,
  uncallable: none,
  otherBasePaths: [],
  deployments: [],
};
const health = { ...paths, otherBasePaths: [{ basePath: '', paths: ['/health'], total: 1 }] };

const Form = ({ target }: { target: string }) => {
  const form = useForm<DeployInput, unknown, DeployValues>({ defaultValues: { upstreamUrl: target } });
  return (
    <>
      <BasePathOffer form={form} api={api} />
      <output>{form.watch('upstreamUrl')}</output>
    </>
  );
};
const open = async (target: string, known: CallPaths) => {
  await startWith(json(200, known));
  return show(<Form target={target} />);
};
const notice = async () => (await screen.findAllByRole('status')).map(({ textContent }) => textContent).join(' ');

it('names a path that the target does not lead to, and offers the target that does', async () => {
  const { user } = await open('http://orders:8080/v1', health);
  await waitFor(async () => expect(await notice()).toContain('The description has /health under /'));
  await user.click(screen.getByRole('button', { name: 'Use http://orders:8080' }));
  await waitFor(async () => expect(await notice()).toContain('callers write /v1 themselves'));
  // The target with the base path would miss the path again.
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers the target with the base path where all paths are below it', async () => {
  const { user } = await open('http://orders:8080', paths);
  await user.click(await screen.findByRole('button', { name: 'Use http://orders:8080/v1' }));
  await waitFor(() => expect(screen.queryByText(/The paths of the description/)).toBeNull());
});

it('names paths that no call reaches', async () => {
  await startWith(json(200, { ...paths, uncallable: { paths: ['/../up'], total: 1 } }));
  show(<UnsentPaths api={api} />);
  expect(await notice()).toContain('No call can reach some paths of the description');
  expect(screen.getByText('/../up')).toBeDefined();
});
