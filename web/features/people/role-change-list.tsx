import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { UserCog } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listRoleChanges } from '#domain/user/calls.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { type UpdatedRoleRow, updatedRoleQuery, updatedRolesPageSize } from '#domain/user/manage-form.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { isPortalAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { updatedRolesOptions } from './queries.ts';

const Email = ({ children }: { children: string }) => (
  <Ltr title={children} className="sm:max-w-48">
    {children}
  </Ltr>
);

/** `id` is the field that the server sorts by. */
const columnsOf = (t: TFunction): readonly Column<UpdatedRoleRow>[] => [
  {
    id: 'adminOrganizationName',
    header: t('people.change-admin-organization'),
    sortable: true,
    cell: ({ adminOrganizationName }) => <bdi>{adminOrganizationName}</bdi>,
  },
  {
    id: 'adminLastName',
    header: t('people.change-admin-name'),
    sortable: true,
    cell: ({ adminFirstName, adminLastName, approvedBy }) => (
      <>
        <bdi>{fullNameOf(adminFirstName, adminLastName)}</bdi>
        {approvedBy && <bdi className="block text-muted text-xs">{t('people.approved-by', { name: approvedBy })}</bdi>}
      </>
    ),
  },
  {
    id: 'adminEmail',
    header: t('people.change-admin-email'),
    sortable: true,
    cell: ({ adminEmail }) => <Email>{adminEmail}</Email>,
  },
  {
    id: 'userLastName',
    header: t('people.change-user-name'),
    sortable: true,
    cell: ({ userFirstName, userLastName }) => <bdi>{fullNameOf(userFirstName, userLastName)}</bdi>,
  },
  {
    id: 'userEmail',
    header: t('people.change-user-email'),
    sortable: true,
    cell: ({ userEmail }) => <Email>{userEmail}</Email>,
  },
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
  const { t: words } = useTranslation();
  const administers = isPortalAdmin(useUser());
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
        csvUrl={csvUrlOf(listRoleChanges, params)}
        columns={columns}
        query={changes}
        rows={(data) => data.updatedRoles}
        pageSize={updatedRolesPageSize}
        empty={
          <Empty
            icon={UserCog}
            title={t('people.changes-empty')}
            text={t('people.changes-empty-text')}
            action={
              administers && (
                <Button asChild>
                  <Link href="/users">{words('shell.nav-users')}</Link>
                </Button>
              )
            }
          />
        }
      />
    </Page>
  );
};
