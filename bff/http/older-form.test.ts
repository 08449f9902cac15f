import { expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import type { Organization, OrganizationEvent } from '#domain/organization/organization.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { changedSinceRead } from './older-form.ts';

const details = (name: string) => ({ ...plainOrganization, name, external: false });
const change = (from: string, to: string): OrganizationEvent => ({
  type: 'OrganizationDetailsChanged',
  data: { organizationId: 4, from: details(from), to: details(to) },
});
const off: OrganizationEvent = {
  type: 'OrganizationDeactivated',
  data: { organizationId: 4, operationId: '018f6f2e-0000-7000-8000-000000000000' },
};
const stream = (...events: OrganizationEvent[]) =>
  [{ type: 'OrganizationRegistered', data: { organizationId: 4, ...details('Till') } } as const, ...events].map(
    (event, index) => ({ ...event, version: index + 1 }) as RecordedEvent<OrganizationEvent>,
  );

const shows = (state: Organization) =>
  state.status === 'none' ? {} : { name: state.details.name, more: { external: state.details.external } };
const look = (events: OrganizationEvent[], basedOn: number | ((state: Organization) => boolean) | undefined) =>
  changedSinceRead(organizationDecider, stream(...events), { basedOn, shows });

it.each([
  ['nothing happened', [], 1],
  ['something happened that the form does not show', [off], 1],
  ['a field was changed and changed back', [change('Till', 'Desk'), change('Desk', 'Till')], 1],
  ['it was read after the change', [change('Till', 'Desk'), off], 2],
  ['it does not say what it was based on', [change('Till', 'Desk')], undefined],
])('a form is not an older one when %s', (_case, events, basedOn) => {
  expect(look(events, basedOn)).toBeUndefined();
});

it('returns the changed fields, the newest event that changed one, and the next `basedOn`', () => {
  expect(look([change('Till', 'Desk'), off, change('Desk', 'Counter'), off], 1)).toMatchObject({
    basedOn: 5,
    changes: [{ field: 'name', from: 'Till', to: 'Counter' }],
    by: { version: 4 },
  });
});

it('finds the state that a form showed by its content', () => {
  const named = (name: string) => (state: Organization) => state.status !== 'none' && state.details.name === name;
  expect(look([change('Till', 'Desk'), off], named('Desk'))).toBeUndefined();
  expect(look([change('Till', 'Desk'), off], named('Till'))).toMatchObject({ changes: [{ from: 'Till', to: 'Desk' }] });
});

it('refuses a form that was based on an unknown event', () => {
  expect(look([], 9)).toMatchObject({
    changes: [
      { field: 'name', from: null, to: 'Till' },
      { field: 'more.external', from: null, to: false },
    ],
  });
});
