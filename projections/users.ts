import { defaultSettings } from '#domain/user/settings.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { UsersTable } from './engine/tables.ts';

const usersTable: TableDefinition<UsersTable> = {
  name: 'users',
  key: ['id'],
  columns: {
    id: 'integer not null',
    organization_id: 'integer not null',
    firstname: 'text not null',
    lastname: 'text not null',
    email: 'text not null',
    email_lower: 'text not null',
    roles: 'text[] not null',
    active: 'boolean not null',
    issuer: 'text',
    subject: 'text',
    firstlogin: 'boolean not null',
    sign_ins: 'integer not null',
    phone_number: 'text not null',
    settings: 'jsonb not null',
    terms_accepted: 'text',
    created_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  // Not unique: two people whose names were erased look the same, and a read table refuses no fact.
  indexes: ['(email_lower)', '(issuer, subject)', '(organization_id)'],
  prefetch: { id: byField('userId') },
};

export const users: ProjectionPart = {
  tables: [anyTable(usersTable)],
  on: {
    UserRegistered: (event, batch) => {
      const { userId: id, organizationId, firstname, lastname, email, roles, identity } = event.data;
      return insertOnce(batch.rows(usersTable), id, {
        id,
        organization_id: organizationId,
        firstname,
        lastname,
        email,
        email_lower: email.toLowerCase(),
        roles,
        active: true,
        issuer: identity?.issuer ?? null,
        subject: identity?.subject ?? null,
        firstlogin: true,
        sign_ins: 0,
        phone_number: '',
        settings: defaultSettings,
        terms_accepted: null,
        created_at: timeOf(event),
        stream_version: event.version,
      });
    },
    UserIdentityLinked: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => event.data.identity),
    UserIdentityRelinked: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => event.data.to),
    UserRolesChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ roles: event.data.to })),
    UserProfileChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        firstname: event.data.firstname,
        lastname: event.data.lastname,
        phone_number: event.data.phoneNumber,
      })),
    UserSettingsChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ settings: event.data.settings })),
    UserWelcomed: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ firstlogin: false })),
    TermsAccepted: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ terms_accepted: event.data.version })),
    UserDisabled: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ active: false })),
    UserEnabled: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ active: true })),
    UserSignedIn: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, ({ sign_ins }) => ({ sign_ins: sign_ins + 1 })),
    UserSignedOut: (event, batch) => updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({})),
  },
};
