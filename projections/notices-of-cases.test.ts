import { expect, test } from 'vitest';
import { caseOfCause } from '#bff/desk-case/case-id.ts';
import type { DeskCaseEvent } from '#domain/desk-case/desk-case.ts';
import { idOf } from '#test/world/sample-events.ts';
import { admin, registered, start, told, worker } from './engine/fixture/notice-portal.ts';
import type { Portal } from './engine/fixture/open-portal.ts';

const cause = 'failed~permanent~gateway.refused~gateway-1';
const things = [
  ['an operation', idOf('deploy'), idOf('deploy'), 'case-handed-over'],
  ['a cause', cause, caseOfCause(cause), 'cause-handed-over'],
] as const;

const staff = async (): Promise<Portal> => {
  const portal = await start();
  for (const id of [12, 13]) await portal.happen(`user-${id}`, [registered(id, 1, 'ROLE_COMPANY_USER')]);
  return portal;
};

const handedOver = (about: string, to: number): DeskCaseEvent => ({
  type: 'DeskCaseHandedOver',
  data: { about, to, note: 'yours' },
});

test.each(things)('%s that is handed on is told to its new holder alone', async (_name, about, id, kind) => {
  const portal = await staff();
  const happen = (event: DeskCaseEvent, by = admin) => portal.happen(`desk-case-${id}`, [event], by);
  // Another case of the same people stays.
  await portal.happen(`desk-case-${idOf('other')}`, [handedOver(idOf('other'), 12)], admin);
  const other = '12 case-handed-over';
  await happen(handedOver(about, 12));
  expect(await told(portal)).toEqual([other, `12 ${kind}`]);
  await happen(handedOver(about, 13));
  expect(await told(portal)).toEqual([other, `13 ${kind}`]);
  // Back to the first one, who is told anew.
  await happen(handedOver(about, 12));
  expect(await told(portal)).toEqual([other, `12 ${kind}`]);
  // Whoever takes it themself needs no notice, and the former holder's goes.
  await happen(handedOver(about, 13), { ...admin, userId: 13 });
  expect(await told(portal)).toEqual([other]);
});

test.each(things)('%s that is taken back leaves no notice', async (_name, about, id) => {
  const portal = await staff();
  const happen = (event: DeskCaseEvent) => portal.happen(`desk-case-${id}`, [event], worker);
  await happen(handedOver(about, 12));
  await happen({ type: 'DeskCaseTakenBack', data: { about, from: 12, why: 'right-lost' } });
  expect(await told(portal)).toEqual([]);
});
