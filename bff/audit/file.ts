import type { AuditRow } from '#domain/audit/schema.ts';
import { type Columns, writtenWith } from '../http/written.ts';

type Value = AuditRow['changes'][number]['from'];

const textOf = (value: Value): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

const whoOf = ({ user, isOther }: AuditRow): string => user?.name ?? (isOther ? 'Another organization' : 'Portico');

const columns: Columns<AuditRow> = {
  Time: ({ happenedAt }) => happenedAt,
  Person: whoOf,
  'Person number': ({ user }) => String(user?.id ?? ''),
  "Person's organization": ({ user }) => user?.organizationName ?? '',
  Address: ({ address }) => address,
  What: ({ act }) => act,
  Event: ({ type }) => type,
  Noun: ({ noun }) => noun,
  Number: ({ thing }) => thing,
  Name: ({ name }) => name,
  Organization: ({ organization }) => organization?.name ?? '',
  Environment: ({ environment }) => environment ?? '',
  Subject: ({ subject }) => subject,
  Details: ({ values }) =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  Changes: ({ changes }) =>
    changes.map(({ field, from, to }) => `${field}: ${textOf(from)} -> ${textOf(to)}`).join('; '),
  Outcome: ({ outcome }) => outcome ?? '',
  Rule: ({ rule }) => rule,
  Roles: ({ roles }) => roles.join(' '),
  Entry: ({ id }) => id,
};

/** How entries of the audit are written. */
export const written = writtenWith('Audit', columns);
