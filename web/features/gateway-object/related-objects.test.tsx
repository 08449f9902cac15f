// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ConsumerAccess, RelatedObjects } from './related-objects.tsx';

componentTests('kong-objects');

const routes = (count: number): ObjectDetails['related'] =>
  Array.from({ length: count }, (_none, index) => ({
    kind: 'route',
    id: `0b1c2d3e-4f50-4a61-8b72-${String(index).padStart(12, '0')}`,
    name: `orders-${index}`,
    about: `/orders/${index}`,
    enabled: true,
    isBelow: true,
  }));
const object = (shown: number, relatedTotal: number) =>
  ({ gatewayId: 1, related: routes(shown), relatedTotal, accessTotal: 0 }) as unknown as ObjectDetails;

it('a few names need neither a search nor a button', async () => {
  await showLazy(<RelatedObjects object={object(3, 3)} isBelow onAll={vi.fn()} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByText(/more/)).toBeNull();
});

it('the rest of many is asked for with a button, or by searching among them', async () => {
  const onAll = vi.fn();
  const { user } = await showLazy(<RelatedObjects object={object(100, 350)} isBelow onAll={onAll} />);
  await user.click(screen.getByRole('button', { name: 'Show 250 more' }));
  expect(onAll).toHaveBeenCalledTimes(1);
  await user.type(screen.getByRole('searchbox'), 'ORDERS-77');
  await vi.waitFor(() => expect(onAll).toHaveBeenCalledTimes(2));
  const [only, ...others] = screen.getAllByRole('listitem');
  expect(within(only as HTMLElement).getByText('orders-77')).toBeTruthy();
  expect(others).toEqual([]);
});

it('says so where nothing is found', async () => {
  const { user } = await showLazy(<RelatedObjects object={object(30, 30)} isBelow onAll={vi.fn()} />);
  await user.type(screen.getByRole('searchbox'), 'nothing');
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
});

it('says how many are left where no more can be named', async () => {
  await showLazy(<RelatedObjects object={object(100, 9_000)} isBelow />);
  expect(screen.getByText('And 8900 more')).toBeTruthy();
});

it('counts the services that a consumer may call beside those that are named', async () => {
  const access = routes(100).map(({ id, name }) => ({ id, service: name }));
  const of = { ...object(0, 0), access, accessTotal: 121 };
  await showLazy(<ConsumerAccess object={of} onAll={vi.fn()} />);
  expect(screen.getByRole('button', { name: 'Show 21 more' })).toBeTruthy();
});
