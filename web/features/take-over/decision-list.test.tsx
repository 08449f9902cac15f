// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { DecisionRow } from '#domain/take-over/decisions.ts';
import type { Answering } from '#test/servers/answering-server.ts';
import { errorAt } from '../../test/error-at.ts';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, notices, showLazy } from '../../test/show.tsx';
import { DecisionList } from './decision-list.tsx';

componentTests();
const { startWith, seen } = pageServer();
afterEach(() => history.replaceState(null, '', '/'));

const total = 120;
const idOf = (index: number) => `0b1c2d3e-4f50-4a61-8b72-${String(index).padStart(12, '0')}`;
const rowOf = (index: number): DecisionRow => ({
  ...{
    id: idOf(index),
    gatewayId: 1,
    name: `orders-${index}`,
    host: 'orders.internal',
    state: 'open',
    hasBegun: false,
  },
  verdict: {
    seen: `seen-${index}`,
    target: 'http://orders.internal',
    keysTotal: 2,
    refusals: [],
    refusalsTotal: 0,
    left: [],
  },
  ...{ reason: '', api: null, environment: null, organization: null, decidedBy: null, decidedAt: null },
  ...{ operationId: null, problems: [] },
});
const api = { id: 3, name: 'Orders' };
const acme = { id: 5, name: 'Acme' };
const rows = (): DecisionRow[] => [
  {
    ...rowOf(0),
    state: 'failed',
    api,
    organization: acme,
    environment: 'UAT',
    problems: [{ code: 'take-over.changed' }],
  },
  { ...rowOf(1), state: 'skipped', reason: 'ends in March' },
  { ...rowOf(2), state: 'taking' },
  { ...rowOf(3), state: 'taking', hasBegun: true },
  {
    ...rowOf(4),
    verdict: {
      ...{ seen: 'seen-4', target: '', keysTotal: 0, refusals: [{ code: 'plugin', parameters: { plugin: 'jwt' } }] },
      ...{ refusalsTotal: 1, left: [] },
    },
  },
  ...Array.from({ length: total - 5 }, (_none, index) => rowOf(index + 5)),
];
let answer: object = {};

const open = async () => {
  const all = rows();
  const counts = { open: 116, taking: 2, taken: 0, failed: 1, skipped: 1 };
  const respond: Answering = (call, response) => {
    const url = new URL(call.url ?? '', 'http://portal');
    if (call.method === 'POST') return json(200, answer)(call, response);
    if (url.pathname === '/api/kong/gateways')
      return json(200, [{ id: 1, name: 'Kong', asOf: null, awaySince: null }])(call, response);
    if (url.pathname === '/api/allapis')
      return json(200, [
        { ...api, orgname: 'Acme', version: '1' },
        { id: 4, name: 'Orders 7', orgname: 'Acme', version: '1' },
      ])(call, response);
    if (url.pathname !== '/api/kong/take-overs')
      return json(200, [{ ...acme, external: false, deactivated: false }])(call, response);
    const state = url.searchParams.get('state');
    const page = Number(url.searchParams.get('page') ?? 0);
    const found = all.filter((row) => state === null || row.state === state);
    const data = found.slice(page * 50, page * 50 + 50);
    return json(200, { data, total: found.length, page, gatewayId: 1, counts, waiting: 1 })(call, response);
  };
  await startWith(...Array.from({ length: 60 }, () => respond));
  return await showLazy(<DecisionList />);
};
const sent = () =>
  seen()
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => [url, JSON.parse(body)]);
const box = (index: number) => screen.findByRole('checkbox', { name: `Select orders-${index}` });

it('says how far it is, why each does not fit, has failed or is skipped, and offers what can be decided', async () => {
  await open();
  await box(0);
  const progress = within(screen.getByRole('region', { name: 'Progress' }));
  expect(progress.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '0 taken over',
    '2 under way',
    '1 failed',
    '1 skipped',
    '116 open',
  ]);
  expect(
    screen.getByText(
      'Somebody changed the service, its routes or its callers since you saw them. Look at it again, then decide.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('ends in March')).toBeTruthy();
  expect(screen.getByText('A deployment can’t say what the plugin jwt does here.')).toBeTruthy();
  expect(screen.getByText('Waits for its turn')).toBeTruthy();
  const buttons = (index: number) =>
    screen
      .queryAllByRole('button', { name: new RegExp(` orders-${index}\\b`) })
      .map((each) => each.getAttribute('aria-label'));
  expect(buttons(0)).toEqual(['Put orders-0 under the portal', 'Skip orders-0']);
  expect(buttons(1)).toEqual(['Open orders-1 again']);
  expect(buttons(2)).toEqual(['Open orders-2 again']);
  expect(buttons(3)).toEqual([]);
  expect(buttons(4)).toEqual(['Skip orders-4']);
  expect(screen.queryByRole('checkbox', { name: 'Select orders-3' })).toBeNull();
});

it('skips what is ticked, also on another page, in one call with one reason', async () => {
  const { user } = await open();
  await user.click(await box(4));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(await box(60));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Skip 2 services' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Skip 2 services' }));
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await user.click(dialog.getByRole('button', { name: 'Skip 2 services' }));
  await waitFor(() => expect(errorAt(reason)).toBe('Say why you skip it.'));
  answer = {
    decided: [idOf(4)],
    refused: [{ id: idOf(60), name: 'orders-60', code: 'take-over.under-way' }],
    position: '1',
  };
  await user.type(reason, 'Of another team');
  await user.click(dialog.getByRole('button', { name: 'Skip 2 services' }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['1 service is skipped']));
  expect(sent()).toEqual([
    ['/api/kong/take-overs/skip', { gatewayId: 1, serviceIds: [idOf(4), idOf(60)], reason: 'Of another team' }],
  ]);
  // What the others were told stays in sight, with its name and the reason.
  const refused = within(await screen.findByRole('alert'));
  expect(refused.getByRole('listitem').textContent).toBe(
    'orders-60: This service is being put under the portal. Wait until that has ended.',
  );
  expect(screen.queryByText(/selected$/)).toBeNull();
});

it('puts all that was found and fits under the portal, each as it was seen', async () => {
  const { user } = await open();
  await box(0);
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  await user.click(screen.getByRole('button', { name: 'Select 120 services' }));
  expect(await screen.findByText('119 selected')).toBeTruthy();
  // One that was ticked is left out, and the others stay.
  await user.click(await box(5));
  await user.click(screen.getByRole('button', { name: 'Put 115 services under the portal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put 115 services under the portal' }));
  expect(dialog.getByText('and 110 more')).toBeTruthy();
  for (const [field, option] of [
    ['API', 'Orders'],
    ['Environment', 'UAT'],
    ['Organization', 'Acme'],
  ] as const) {
    await user.click(dialog.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  answer = { decided: [idOf(6)], refused: [], position: '1' };
  await user.click(dialog.getByRole('button', { name: 'Put 115 services under the portal' }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['1 service is being put under the portal']));
  const [[, body] = []] = sent();
  expect(body.services).toHaveLength(115);
  expect(body.services[1]).toEqual({ id: idOf(6), seen: 'seen-6', apiId: 3, environment: 'UAT', organizationId: 5 });
});

it('proposes the API with the name of the service', async () => {
  const { user } = await open();
  await box(7);
  await user.click(screen.getByRole('button', { name: 'Put orders-7 under the portal' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('combobox', { name: 'API' }).textContent).toBe('Orders 7');
});

it('stops what has not begun, opens again, and tries what failed with the choices of its last try', async () => {
  const { user } = await open();
  await box(0);
  answer = { decided: [idOf(2)], refused: [], position: '1' };
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(notices.map(({ text }) => text)).toEqual(['1 service was stopped. What has begun goes on.']),
  );
  await user.click(screen.getByRole('button', { name: 'Open orders-1 again' }));
  await waitFor(() => expect(notices).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Try failed ones again' }));
  await waitFor(() => expect(notices).toHaveLength(3));
  const choices = { apiId: 3, environment: 'UAT', organizationId: 5 };
  expect(sent()).toEqual([
    ['/api/kong/take-overs/stop', { gatewayId: 1 }],
    ['/api/kong/take-overs/reopen', { gatewayId: 1, serviceIds: [idOf(1)] }],
    ['/api/kong/take-overs', { gatewayId: 1, services: [{ id: idOf(0), seen: 'seen-0', ...choices }] }],
  ]);
});
