import type { EndCause } from '#domain/as-of/span.ts';
import { streamOf } from '#domain/core/id.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { known, learn, newSubject, ownerId, type Subject, settleSpans, spanSubjectsTable } from './access-spans.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';

/** Accounts with their roles, and owners of applications. Names of people are in no row. */

/** Opens and ends the spans of an account, or of an owner. `cause`: why it ends where its organization is not off. */
const settle = async (event: RecordedEvent, batch: Batch, subject: Subject, cause: EndCause): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const { state } = subject;
  const account = state.noun === 'user' ? subject : await rows.get(streamOf('user', subject.user_id ?? 0));
  if (account?.state.noun !== 'user') return;
  const { isActive, hasJoined, roles } = account.state;
  const { isOff = false, isExternal: external = false } = await known(batch, 'organization', account.organization_id);
  const isGoing = state.noun === 'owner' && (await known(batch, 'application', subject.application_id)).isOff === true;
  const claims =
    isActive && !isOff && !isGoing ? [{ part: 0, detail: state.noun === 'user' ? { roles, external } : {} }] : [];
  rows.put(
    await settleSpans(batch, event, subject, {
      entitled: claims,
      // The portal lets in who has joined.
      inForce: hasJoined ? claims : [],
      cause: isOff ? 'organization-off' : cause,
    }),
  );
};

const ofPerson = (batch: Batch, userId: number): Promise<readonly Subject[]> =>
  batch.rows(spanSubjectsTable).where('user_id', userId);

/** Changes an account, and what follows for the applications that its person owns. */
const change = async (
  event: RecordedEvent,
  batch: Batch,
  userId: number,
  changed: (state: Extract<Subject['state'], { noun: 'user' }>) => Partial<Subject['state']>,
  more: Partial<Subject> = {},
): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const before = await rows.get(streamOf('user', userId));
  if (before?.state.noun !== 'user' || before.stream_version >= event.version) return;
  const state = { ...before.state, ...changed(before.state) } as Subject['state'];
  const subject = { ...before, ...more, state, stream_version: event.version };
  rows.put(subject);
  await settle(event, batch, subject, 'disabled');
  for (const owner of await ofPerson(batch, userId))
    if (owner.state.noun === 'owner') await settle(event, batch, owner, 'disabled');
};

/** Ends a subject for good. */
const end = async (event: RecordedEvent, batch: Batch, subject: Subject, cause: EndCause): Promise<void> => {
  const ended = await settleSpans(batch, event, subject, { entitled: [], inForce: [], cause });
  batch.rows(spanSubjectsTable).remove(ended);
};

const addOwner = async (event: RecordedEvent, batch: Batch, applicationId: number, userId: number): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const id = ownerId(applicationId, userId);
  const account = await rows.get(streamOf('user', userId));
  if (!account || (await rows.get(id))) return;
  const subject: Subject = {
    ...newSubject,
    application_id: applicationId,
    id,
    organization_id: account.organization_id,
    user_id: userId,
    state: { noun: 'owner' },
    given_by: event.meta.actor.userId,
    given_at: timeOf(event),
    stream_version: event.version,
  };
  await settle(event, batch, subject, 'removed');
};

const removeOwner = async (event: RecordedAs<'OwnerRemoved'>, batch: Batch): Promise<void> => {
  const owner = await batch.rows(spanSubjectsTable).get(ownerId(event.data.applicationId, event.data.userId));
  if (owner) await end(event, batch, owner, 'removed');
};

const settleOrganization = async (
  event: RecordedAs<`Organization${'Registered' | 'Deactivated' | 'Activated' | 'DeletionApproved'}`>,
  batch: Batch,
): Promise<void> => {
  for (const subject of await batch.rows(spanSubjectsTable).where('organization_id', event.data.organizationId))
    if (subject.user_id !== null) await settle(event, batch, subject, 'organization-off');
};

export const personSpans = {
  tables: [],
  on: {
    UserRegistered: async (event, batch) => {
      const { userId, organizationId, roles, identity } = event.data;
      const id = streamOf('user', userId);
      if (await batch.rows(spanSubjectsTable).get(id)) return;
      const subject: Subject = {
        ...newSubject,
        id,
        organization_id: organizationId,
        user_id: userId,
        state: { noun: 'user', isActive: true, hasJoined: identity !== undefined, roles },
        given_by: event.meta.actor.userId,
        given_at: timeOf(event),
        stream_version: event.version,
      };
      batch.rows(spanSubjectsTable).put(subject);
      await settle(event, batch, subject, 'disabled');
    },
    UserIdentityLinked: (event, batch) => change(event, batch, event.data.userId, () => ({ hasJoined: true })),
    UserIdentityRelinked: (event, batch) => change(event, batch, event.data.userId, () => ({ hasJoined: true })),
    UserRolesChanged: (event, batch) =>
      change(event, batch, event.data.userId, () => ({ roles: event.data.to }), {
        given_by: event.meta.actor.userId,
        given_at: timeOf(event),
      }),
    // Rights end with the organization: nobody owns in another one what they were named for in this.
    UserMoved: async (event, batch) => {
      const { userId, to } = event.data;
      const rows = batch.rows(spanSubjectsTable);
      for (const owner of await ofPerson(batch, userId))
        if (owner.state.noun === 'owner') await end(event, batch, owner, 'removed');
      const before = await rows.get(streamOf('user', userId));
      if (before?.state.noun !== 'user' || before.stream_version >= event.version) return;
      const left = await settleSpans(batch, event, before, { entitled: [], inForce: [], cause: 'changed' });
      const given = { given_by: event.meta.actor.userId, given_at: timeOf(event) };
      const subject = { ...left, organization_id: to, ...given, stream_version: event.version };
      await settle(event, batch, subject, 'changed');
    },
    UserDisabled: (event, batch) => change(event, batch, event.data.userId, () => ({ isActive: false })),
    UserEnabled: (event, batch) => change(event, batch, event.data.userId, () => ({ isActive: true })),
    UserDeleted: async (event, batch) => {
      for (const subject of await ofPerson(batch, event.data.userId)) await end(event, batch, subject, 'removed');
    },
    OrganizationDeactivated: settleOrganization,
    OrganizationActivated: settleOrganization,
    OrganizationDeletionApproved: settleOrganization,
    OrganizationRegistered: settleOrganization,
    OrganizationDetailsChanged: async (event, batch) => {
      const { organizationId, from, to } = event.data;
      if (from.external === to.external) return;
      for (const subject of await batch.rows(spanSubjectsTable).where('organization_id', organizationId)) {
        if (subject.state.noun === 'user') await settle(event, batch, subject, 'changed');
        if (subject.state.noun !== 'owner' || !to.external) continue;
        const application = await known(batch, 'application', subject.application_id);
        if (application.organizationId !== organizationId) await end(event, batch, subject, 'became-external');
      }
    },
    ApplicationRegistered: async (event, batch) => {
      const { applicationId, organizationId, owners } = event.data;
      await learn(batch, 'application', applicationId, { organizationId });
      for (const owner of owners) await addOwner(event, batch, applicationId, owner);
    },
    ApplicationMoved: ({ data }, batch) => learn(batch, 'application', data.applicationId, { organizationId: data.to }),
    OwnerAdded: (event, batch) => addOwner(event, batch, event.data.applicationId, event.data.userId),
    OwnerJoined: (event, batch) => addOwner(event, batch, event.data.applicationId, event.data.userId),
    OwnerRemoved: removeOwner,
    ApplicationDeletionRequested: async (event, batch) => {
      const { applicationId } = event.data;
      await learn(batch, 'application', applicationId, { isOff: true });
      const rows = batch.rows(spanSubjectsTable);
      for (const owner of await rows.where('application_id', applicationId))
        await end(event, batch, owner, 'application-deleted');
    },
  },
} satisfies ProjectionPart;
