import type { TFunction } from 'i18next';
import type { DeletionRow } from '#domain/organization/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';

/**
 * The columns that requests and decided requests share. `id` is the field that the server sorts by.
 *
 * @param more columns before the time.
 */
export const deletionColumns = <Row extends DeletionRow>(
  t: TFunction,
  more: readonly Column<Row>[] = [],
): readonly Column<Row>[] => [
  {
    id: 'organizationName',
    header: t('organizations.organization'),
    sortable: true,
    named: ({ organizationId, organizationName }) => ({ id: organizationId, name: organizationName, texts: [] }),
    cell: ({ organizationName }) => <bdi>{organizationName}</bdi>,
  },
  {
    id: 'firstname',
    header: t('organizations.firstname'),
    sortable: true,
    cell: ({ firstname }) => <bdi>{firstname}</bdi>,
  },
  {
    id: 'lastname',
    header: t('organizations.lastname'),
    sortable: true,
    cell: ({ lastname }) => <bdi>{lastname}</bdi>,
  },
  { id: 'email', header: t('organizations.email'), sortable: true, cell: ({ email }) => <Ltr>{email}</Ltr> },
  ...more,
  {
    id: 'updatedAt',
    header: t('organizations.updated'),
    sortable: true,
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];
