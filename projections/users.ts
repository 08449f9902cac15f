import { erased } from '#domain/core/erased.ts';
import { personNameLimit } from '#domain/core/name-rule.ts';
import type { Role } from '#domain/core/role.ts';
import { allChoices, defaultMailChoices, type MailChoices } from '#domain/mail/choices.ts';
import { providerIdLimit } from '#domain/user/person.ts';
import { defaultSettings, type UserSettings } from '#domain/user/settings.ts';
import { cutText } from '#platform/cut-text.ts';
import { array, boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/**
 * Shortens a name for the table. Older releases took names of any length from the identity provider, and a text that is too
 * long for an index would park the person's stream.
 */
const shortName = (name: string): string => cutText(name, personNameLimit);

type Identity = Readonly<{ issuer: string; subject: string }>;
/** Returns the identity by which a sign-in finds the user. Nulls: no sign-in accepts this id any more. */
const identityOf = (identity: Identity | undefined): Identity | Readonly<{ issuer: null; subject: null }> =>
  identity && cutText(identity.subject, providerIdLimit) === identity.subject
    ? identity
    : { issuer: null, subject: null };

const usersTable = table('users', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    firstname: text(),
    lastname: text(),
    email: text(),
    /** The address in lower case, by which sign-in finds the user. One person has it. Null: the account is deleted. */
    email_lower: nullable(text()),
    roles: array(text<Role>()),
    active: boolean(),
    issuer: nullable(text()),
    subject: nullable(text()),
    /** True until the person has seen the dialog of the first login. */
    firstlogin: boolean(),
    sign_ins: integer(),
    phone_number: text(),
    settings: jsonb<UserSettings>(),
    mails: jsonb<MailChoices>(),
    /** The version of the terms that was accepted last. */
    terms_accepted: nullable(text()),
    created_at: timestamptz(),
    /** When the open invitation ends. Null: there is none, or the person has joined. */
    invited_until: nullable(timestamptz()),
    last_sign_in: nullable(timestamptz()),
    /** The row of a deleted user stays, because the history names the person. */
    deleted_at: nullable(timestamptz()),
    /** Since when one person erases this one. Null: nobody does, or it is done. */
    erasing_at: nullable(timestamptz()),
    erased_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  generated: {
    sort_firstname: 'fold_text(firstname)',
    sort_lastname: 'fold_text(lastname)',
    sort_email: 'fold_text(email)',
    email_domain: "split_part(email_lower, '@', 2)",
    search: "fold_text(firstname || ' ' || lastname || ' ' || email)",
  },
  // Not unique: a read table refuses no fact, and erased people have equal values.
  indexes: [
    '(email_lower)',
    '(email_domain, organization_id) where active',
    '(issuer, subject)',
    '(organization_id)',
    "(organization_id) where active and 'ROLE_COMPANY_ADMIN' = any(roles)",
    '(id) where deleted_at is null',
    '(sort_firstname, id)',
    '(sort_lastname, id)',
    '(sort_email, id)',
    '(active, id)',
    '(created_at, id)',
    "(coalesce(last_sign_in, '-infinity'), id)",
    'using gin (roles)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: byField('userId') },
});

/** All changes of roles. */
const roleChangesTable = table('role_changes', {
  key: ['id'],
  columns: {
    id: uuid(),
    user_id: integer(),
    from_roles: array(text<Role>()),
    to_roles: array(text<Role>()),
    changed_by: integer(),
    /** The administrator's organization at that time. */
    changed_by_organization: integer(),
    /** The second person, where two give the role. */
    approved_by: nullable(integer()),
    changed_at: timestamptz(),
  },
  indexes: ['(user_id, changed_at)', '(changed_at, id)'],
});

export const users = {
  tables: [usersTable, roleChangesTable],
  on: {
    UserRegistered: (event, batch) => {
      const { userId: id, organizationId, firstname, lastname, email, roles, identity } = event.data;
      return insertOnce(batch.rows(usersTable), id, {
        id,
        organization_id: organizationId,
        firstname: shortName(firstname),
        lastname: shortName(lastname),
        email,
        email_lower: email.toLowerCase(),
        roles,
        active: true,
        ...identityOf(identity),
        firstlogin: true,
        sign_ins: 0,
        phone_number: '',
        settings: defaultSettings,
        mails: defaultMailChoices,
        terms_accepted: null,
        created_at: timeOf(event),
        invited_until: null,
        last_sign_in: null,
        deleted_at: null,
        erasing_at: null,
        erased_at: null,
        stream_version: event.version,
      });
    },
    UserIdentityLinked: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        ...identityOf(event.data.identity),
        invited_until: null,
      })),
    UserIdentityRelinked: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        ...identityOf(event.data.to),
        invited_until: null,
      })),
    UserInvited: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        invited_until: new Date(event.data.expiresAt),
      })),
    UserInvitationWithdrawn: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ invited_until: null })),
    UserDetailsChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        firstname: shortName(event.data.firstname),
        lastname: shortName(event.data.lastname),
        email: event.data.email,
        email_lower: event.data.email.toLowerCase(),
      })),
    UserMoved: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ organization_id: event.data.to })),
    UserRolesChanged: (event, batch) => {
      const { userId, from, to, approval } = event.data;
      batch.rows(roleChangesTable).put({
        id: event.id,
        user_id: userId,
        from_roles: from,
        to_roles: to,
        changed_by: event.meta.actor.userId,
        changed_by_organization: event.meta.actor.organizationId,
        approved_by: approval?.approvedBy ?? null,
        changed_at: timeOf(event),
      });
      return updateOnce(batch.rows(usersTable), userId, event, () => ({ roles: to }));
    },
    UserProfileChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        firstname: shortName(event.data.firstname),
        lastname: shortName(event.data.lastname),
        phone_number: event.data.phoneNumber,
      })),
    UserMailsChanged: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ mails: allChoices(event.data.mails) })),
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
    UserDeleted: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        active: false,
        email_lower: null,
        issuer: null,
        subject: null,
        deleted_at: timeOf(event),
      })),
    UserErasureBegun: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({ erasing_at: timeOf(event) })),
    UserErased: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({
        firstname: erased,
        lastname: erased,
        email: erased,
        phone_number: '',
        erasing_at: null,
        erased_at: timeOf(event),
      })),
    UserSignedIn: (event, batch) =>
      updateOnce(batch.rows(usersTable), event.data.userId, event, ({ sign_ins }) => ({
        sign_ins: sign_ins + 1,
        last_sign_in: timeOf(event),
      })),
    UserSignedOut: (event, batch) => updateOnce(batch.rows(usersTable), event.data.userId, event, () => ({})),
  },
} satisfies ProjectionPart;
