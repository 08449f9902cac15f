import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'wouter';
import { userListQuery, usersPageSize } from '#domain/user/row.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView } from './dock-view.ts';
import { usersCsvUrl, usersOptions } from './queries.ts';
import { userColumns } from './user-columns.tsx';
import { noUserFilter, userFilterOf } from './user-filter.ts';

const UserFilters = lazy(() => import('./user-filters.tsx').then((module) => ({ default: module.UserFilters })));

const standings = ['active', 'invited', 'suspended', 'disabled', 'deleted'] as const;

/** Lists the users for portal administrators. */
export const UserList = () => {
  const t = useLazyTexts('people');
  const dock = useDock();
  const list = useListParams(userListQuery);
  const [params, setParams] = list;
  const users = useQuery(usersOptions(params));
  const openId = dock.stack[0]?.kind === dockView ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () =>
      userColumns(t, {
        openId,
        onOpen: (id) => dock.open(dockView, id),
        editHref: (id) => `/user/modify-user?id=${id}`,
        hasOrganization: true,
      }),
    [t, openId, dock.open],
  );
  return (
    <Page
      title={t('people.title')}
      description={t('people.text')}
      actions={
        <Button variant="primary" asChild>
          <Link href="/user/edit-user">
            <UserRoundPlus />
            {t('people.add')}
          </Link>
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-15 w-full" />}>
        <UserFilters applied={userFilterOf(params)} onApply={setParams} />
      </Suspense>
      <ListScreen
        list={list}
        search={{ label: t('people.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        filters={
          <ChoiceFilter
            label={t('people.status')}
            value={params.standing}
            choices={standings}
            textOf={(standing) => t(`people.standing-${standing}`)}
            onChange={(standing) => setParams({ standing })}
          />
        }
        unfiltered={{ name: '', standing: undefined, ...noUserFilter }}
        results={(count) => t('people.results', { count })}
        csvUrl={usersCsvUrl(params)}
        label={t('people.title')}
        columns={columns}
        query={users}
        rows={(data) => data.users}
        pageSize={usersPageSize}
        empty={<Empty icon={Users} title={t('people.empty')} text={t('people.empty-text')} />}
      />
    </Page>
  );
};
