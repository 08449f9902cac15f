import type { TFunction } from 'i18next';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { roleText } from './role-text.ts';

/** `id` is the field that the server sorts by. */
export const registrationColumns = (t: TFunction): readonly Column<RegistrationRow>[] => [
  { id: 'company', header: t('registrations.company'), sortable: true, cell: ({ company }) => <bdi>{company}</bdi> },
  {
    id: 'role',
    header: t('registrations.role'),
    sortable: true,
    cell: ({ companyAdmin }) => roleText(t, companyAdmin),
  },
  {
    id: 'firstName',
    header: t('account.first-name'),
    sortable: true,
    cell: ({ firstName }) => <bdi>{firstName}</bdi>,
  },
  { id: 'lastName', header: t('account.last-name'), sortable: true, cell: ({ lastName }) => <bdi>{lastName}</bdi> },
  {
    id: 'email',
    header: t('registrations.email'),
    sortable: true,
    cell: ({ email }) => (
      <bdi dir="ltr" title={email} className="sm:max-w-64">
        {email}
      </bdi>
    ),
  },
  {
    id: 'createdAt',
    header: t('registrations.requested-at'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
