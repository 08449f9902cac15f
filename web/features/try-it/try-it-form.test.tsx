// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { CallPaths } from '#domain/deployment/call-paths.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { TryItOperation } from '#domain/try-it/schema.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { TryItForm } from './try-it-form.tsx';

componentTests('calling');
const { startWith } = pageServer();

const api = { id: 7, revision: 1 } as ApiDetail;
const consumer = { id: 3, nickname: 'Desk' } as ConsumerRow;
const deployment = {
  id: 5,
  env: 'DEV',
  path: '/orders-dev',
  url: 'http://gateway.example/orders-dev',
} as DeploymentRow;
const health: TryItOperation = {
  ...{ method: 'GET', path: '/größe', basePath: '', summary: '', parameters: [], bodies: [], unsent: [] },
};
const none = { paths: [], total: 0 };
const open = async (prefix: string | null) => {
  const paths: CallPaths = {
    ...{ basePath: '/v1', example: null, unsent: none, uncallable: none },
    otherBasePaths: [{ basePath: '', paths: ['/größe'], total: 1 }],
    deployments: [{ id: 5, prefix: '/v1', otherPrefixes: { '': prefix } }],
  };
  await startWith(json(200, paths));
  await showLazy(<TryItForm api={api} keys={[{ consumer, deployment }]} operations={[health]} />);
};
const send = () => screen.getByRole('button', { name: 'Call DEV' });

it('calls an operation under its own base path', async () => {
  await open('');
  expect(await screen.findByText('GET http://gateway.example/orders-dev/gr%C3%B6%C3%9Fe')).toBeDefined();
  expect(send().hasAttribute('disabled')).toBe(false);
});

it('says that the target of a deployment does not lead to an operation', async () => {
  await open(null);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This operation is under /, where the target of this deployment does not lead');
  expect(send().hasAttribute('disabled')).toBe(true);
});
