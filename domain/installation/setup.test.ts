import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { type SetupEvent, setupDecider } from './setup.ts';

const ada = { userId: 3, organizationId: 1, email: 'ada@portico.example' };
const named: SetupEvent = { type: 'FirstAdministratorNamed', data: ada };
const appointed: SetupEvent = { type: 'FirstAdministratorAppointed', data: { userId: 3 } };
const dismissed: SetupEvent = { type: 'SetupDismissed', data: { userId: 3 } };

it('names the first administrator once, or again when the address changed', () => {
  const name = { type: 'NameFirstAdministrator', data: ada } as const;
  expect(given(setupDecider, []).when(name)).toEqual([named]);
  expect(given(setupDecider, [named]).when(name)).toEqual([]);
  const other = { ...ada, userId: 4, email: 'ben@portico.example' };
  expect(given(setupDecider, [named]).when({ ...name, data: other })).toEqual([{ ...named, data: other }]);
});

it('appoints the named administrator once; a later naming of the same address counts again', () => {
  const appoint = { type: 'AppointFirstAdministrator', data: { userId: 3 } } as const;
  expect(given(setupDecider, []).when(appoint)).toEqual([]);
  expect(given(setupDecider, [named]).when(appoint)).toEqual([appointed]);
  expect(given(setupDecider, [named, appointed]).when(appoint)).toEqual([]);
  expect(given(setupDecider, [named, appointed, named]).when(appoint)).toEqual([appointed]);
});

it('dismisses the list of first steps once, for good', () => {
  const dismiss = { type: 'DismissSetup', data: { userId: 3 } } as const;
  expect(given(setupDecider, [named, appointed]).when(dismiss)).toEqual([dismissed]);
  expect(given(setupDecider, [dismissed, named]).when(dismiss)).toEqual([]);
});
