import { erased } from '#domain/core/erased.ts';
import { companyDomainOf } from '#domain/registration/address.ts';
import type { RegistrationStatus } from '#domain/registration/schema.ts';
import { boolean, integer, nullable, text, timestamptz } from './engine/column.ts';
import { eraseRows } from './engine/erase-rows.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type PrefetchEvent, table } from './engine/table.ts';

/** The number of the company in its country's register, as in the field of an organization. */
const idOf = ({ stream, data }: PrefetchEvent): unknown =>
  stream.startsWith('registration-') ? data.registrationId : undefined;

/** Requests for accounts. */
const registrationsTable = table('registrations', {
  key: ['id'],
  columns: {
    id: integer(),
    /** The number of the user, once the request is approved. */
    user_id: integer(),
    firstname: text(),
    lastname: text(),
    email: text(),
    /** The address in lower case, by which sign-in finds the request. */
    email_lower: text(),
    /** The company's mail domain; '' for a public mail provider's. */
    email_domain: text(),
    company: text(),
    phone_number: text(),
    comments: text(),
    status: text<RegistrationStatus>(),
    /** False while an approved request has no user yet. */
    finished: boolean(),
    requested_at: timestamptz(),
    /** From here on: columns of the decision. */
    organization_id: nullable(integer()),
    company_admin: boolean(),
    reason: text(),
    decided_by: nullable(integer()),
    decided_at: nullable(timestamptz()),
    /** Since when one person erases this one. Null: nobody does, or it is done. */
    erasing_at: nullable(timestamptz()),
    /** Since when nobody can read the person. Their texts read so as soon as their key is gone, which is before. */
    erased_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  generated: {
    sort_company: 'fold_text(company)',
    sort_firstname: 'fold_text(firstname)',
    sort_lastname: 'fold_text(lastname)',
    search: "fold_text(firstname || ' ' || lastname || chr(10) || email || chr(10) || company)",
  },
  lookups: ['user_id'],
  indexes: [
    '(email_lower)',
    '(status, id)',
    '(email_domain, status)',
    '(sort_company, status)',
    '(requested_at, id)',
    '(id) where not finished',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: idOf },
});

/** Erases a person in their requests. */
const erase = (event: RecordedAs<'RegistrationErased' | 'UserErased'>, batch: Batch): Promise<void> =>
  eraseRows(batch.rows(registrationsTable), 'user_id', event.data.userId, ({ status }) => ({
    firstname: erased,
    lastname: erased,
    email: erased,
    email_lower: erased,
    email_domain: '',
    company: erased,
    phone_number: '',
    comments: '',
    reason: status === 'DENIED' ? erased : '',
    erasing_at: null,
    erased_at: timeOf(event),
  }));

export const registrations = {
  tables: [registrationsTable],
  on: {
    RegistrationRequested: (event, batch) => {
      const { registrationId: id, userId, firstname, lastname, email, company, phoneNumber, comments } = event.data;
      return insertOnce(batch.rows(registrationsTable), id, {
        id,
        user_id: userId,
        firstname,
        lastname,
        email,
        email_lower: email.toLowerCase(),
        email_domain: companyDomainOf(email),
        company,
        phone_number: phoneNumber,
        comments,
        status: 'NEW',
        finished: true,
        requested_at: timeOf(event),
        organization_id: null,
        company_admin: false,
        reason: '',
        decided_by: null,
        decided_at: null,
        erasing_at: null,
        erased_at: null,
        stream_version: event.version,
      });
    },
    RegistrationApprovalBegun: (event, batch) => {
      const { registrationId, firstname, lastname, email, organizationId, companyAdmin, decidedBy } = event.data;
      return updateOnce(batch.rows(registrationsTable), registrationId, event, () => ({
        firstname,
        lastname,
        email,
        email_lower: email.toLowerCase(),
        organization_id: organizationId,
        company_admin: companyAdmin,
        status: 'APPROVED' as const,
        finished: false,
        decided_by: decidedBy,
        decided_at: timeOf(event),
      }));
    },
    RegistrationApproved: (event, batch) =>
      updateOnce(batch.rows(registrationsTable), event.data.registrationId, event, () => ({ finished: true })),
    RegistrationDenied: (event, batch) =>
      updateOnce(batch.rows(registrationsTable), event.data.registrationId, event, () => ({
        status: 'DENIED' as const,
        reason: event.data.reason,
        decided_by: event.data.decidedBy,
        decided_at: timeOf(event),
      })),
    RegistrationErasureBegun: (event, batch) =>
      updateOnce(batch.rows(registrationsTable), event.data.registrationId, event, () => ({
        erasing_at: timeOf(event),
      })),
    RegistrationErased: erase,
    UserErased: erase,
  },
} satisfies ProjectionPart;
