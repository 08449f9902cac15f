import { expect, test } from 'vitest';
import { accessGrantRow, accessRequestRow, requestAccessBody } from '#domain/access/schema.ts';
import { pairOf, pairOnWire } from './wire.ts';

const row = {
  api_id: 7,
  event_category_id: null,
  api_name: 'Orders',
  api_organization_name: 'Acme',
  organization_id: 3,
  organization_name: 'Harbour Freight',
};
const pair = { apiId: 7, organizationId: 3 };

test('reads and asks for the same pair of API and organization', () => {
  expect(pairOf(pairOnWire(row))).toEqual(pair);
  const { productId, organizationId } = pairOnWire(row);
  expect(pairOf(requestAccessBody.parse({ productId, organizationId, reason: '' }))).toEqual(pair);
});

test('tells event category 7 from API 7 both ways', () => {
  const onWire = pairOnWire({ ...row, api_id: null, event_category_id: 7 });
  expect(onWire).toMatchObject({ type: 'event', productId: 7 });
  expect(pairOf(onWire)).toEqual({ eventCategoryId: 7, organizationId: 3 });
  const { type, productId, organizationId } = onWire;
  expect(pairOf(requestAccessBody.parse({ type, productId, organizationId }))).toEqual(pairOf(onWire));
});

test('uses the same names for requests and grants', () => {
  const names = Object.keys(pairOnWire(row));
  for (const schema of [accessRequestRow, accessGrantRow])
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names));
});
