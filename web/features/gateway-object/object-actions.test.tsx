// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type PanelKind, panelKinds } from '#domain/gateway-object/kind.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ObjectActions } from './object-actions.tsx';
import { ReadOnlyGateway } from './shared/read-only.tsx';

componentTests('kong-objects', 'take-over');

const id = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const object = (kind: PanelKind, isReadOnly: boolean): ObjectDetails => ({
  id,
  kind,
  gatewayId: 1,
  name: 'theirs',
  tags: [],
  enabled: true,
  createdAt: '2026-11-29T08:00:00Z',
  updatedAt: null,
  owner: null,
  isOwn: false,
  service: { id, name: 'theirs' },
  gatewayName: 'public',
  isReadOnly,
  seen: 'one',
  asOf: null,
  body: {},
  related: [],
  relatedTotal: 0,
  accessTotal: 0,
  drift: null,
});

it.each(panelKinds)('no button of a %s does anything at a gateway that takes no changes', async (kind) => {
  await showLazy(<ObjectActions object={object(kind, true)} kind={kind} />);
  const buttons = screen.getAllByRole('button');
  expect(buttons.length).toBeGreaterThan(0);
  for (const button of buttons) expect((button as HTMLButtonElement).disabled, button.textContent ?? '').toBe(true);
});

it.each(panelKinds)('every button of a %s works at any other gateway', async (kind) => {
  await showLazy(<ObjectActions object={object(kind, false)} kind={kind} />);
  for (const button of screen.getAllByRole('button')) expect((button as HTMLButtonElement).disabled).toBe(false);
});

it('says in the words of the refusal why, and what to do', async () => {
  await showLazy(<ReadOnlyGateway />);
  expect(screen.getByRole('status').textContent).toBe(
    'This gateway is read-only because it has no database. Change its declarative configuration, or ask a gateway administrator to run it with a database.',
  );
});
