import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { UserCog } from 'lucide-react';
import { useMemo } from 'react';
import { type UpdatedRoleRow, updatedRoleQuery, updatedRolesPageSize } from '#domain/user/manage-schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { updatedRolesOptions } from './queries.ts';

const names = [
  'adminOrganizationName',
  'adminFirstName',
  'adminLastName',
  'adminEmail',
  'userFirstName',
  'userLastName',
  'userEmail',
] as const;

/** `id` is the field that the server sorts by. */
const columnsOf = (t: TFunction): readonly Column<UpdatedRoleRow>[] => [
  ...names.map((id) => ({
    id,
    header: t(`people.change-${id}`),
    sortable: true,
    cell: (row: UpdatedRoleRow) =>
      id.endsWith('Email') ? <Ltr className="truncate">{row[id]}</Ltr> : <bdi>{row[id]}</bdi>,
  })),
  { id: 'newRole', header: t('people.new-roles'), cell: ({ newRole }) => <RoleChips roles={newRole} /> },
  {
    id: 'updatedAt',
    header: t('people.updated-at'),
    sortable: true,
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

/** Updated Role List: every change of roles, from the events. */
export const RoleChangeList = () => {
  const t = useLazyTexts('people');
  const list = useListParams(updatedRoleQuery);
  const [params, setParams] = list;
  const changes = useQuery(updatedRolesOptions(params));
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <Page title={t('people.changes-title')} description={t('people.changes-text')}>
      <ListScreen
        list={list}
        search={{
          label: t('people.changes-search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        unfiltered={{ search: '' }}
        results={(count) => t('people.changes-results', { count })}
        label={t('people.changes-title')}
        columns={columns}
        query={changes}
        rows={(data) => data.updatedRoles}
        pageSize={updatedRolesPageSize}
        empty={<Empty icon={UserCog} title={t('people.changes-empty')} text={t('people.changes-empty-text')} />}
      />
    </Page>
  );
};
