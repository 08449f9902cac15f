import type { Role } from '#domain/core/role.ts';
import { defaultSettings, type UserSettings } from '#domain/user/settings.ts';
import { array, boolean, integer, jsonb, nullable, text, timestamptz } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

const usersTable = table('users', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    firstname: text(),
    lastname: text(),
    email: text(),
    /** What sign-in looks for. */
    email_lower: text(),
    roles: array(text<Role>()),
    active: boolean(),
    issuer: nullable(text()),
    subject: nullable(text()),
    /** True until the first-login dialog has been seen. */
    firstlogin: boolean(),
    sign_ins: integer(),
    phone_number: text(),
    settings: jsonb<UserSettings>(),
    /** The version of the terms that was accepted last. */
    terms_accepted: nullable(text()),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  // Not unique: two people whose names were erased look the same, and a read table refuses no fact.
  indexes: ['(email_lower)', "(split_part(email_lower, '@', 2))", '(issuer, subject)', '(organization_id)'],
  prefetch: { id: byField('userId') },
});

export const users = {
  tables: [usersTable],
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
} satisfies ProjectionPart;
