// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { UpstreamTarget } from '#domain/gateway-object/schema.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { MovedTarget } from './moved-since.tsx';

componentTests('kong-objects');

const target = (seen: string, weight: number): UpstreamTarget => ({
  id: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  target: '192.0.2.7:8080',
  weight,
  seen,
  health: null,
  isOwn: false,
  body: { target: '192.0.2.7:8080', weight, updated_at: weight },
});
const refusedFor = (code: string) => ({ state: 'failed', problems: [{ code }] }) as unknown as OperationRow;

it.each([
  ['gateway-object.changed', true],
  ['gateway.refused', false],
] as const)('of a target that was refused with %s the difference is shown: %s', async (code, isShown) => {
  const onLoad = vi.fn();
  const now = target('two', 70);
  vi.stubGlobal('fetch', async () => Response.json({ targets: [now] }));
  const { user } = show(
    <MovedTarget
      operation={refusedFor(code)}
      shown={target('one', 10)}
      gatewayId={1}
      upstreamId="up"
      onLoad={onLoad}
    />,
  );
  if (!isShown) return expect(screen.queryByRole('region')).toBeNull();
  const region = await screen.findByRole('region');
  expect(region.querySelectorAll('h4')).toHaveLength(1);
  expect([...region.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['10', '70']);
  await user.click(screen.getByRole('button'));
  expect(onLoad).toHaveBeenCalledWith(now);
});
