import { useQuery } from '@tanstack/react-query';
import { ListChecks, MailPlus, UserRoundPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { userListQuery, usersPageSize } from '#domain/user/row.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView, memberView, newMember } from './dock-view.ts';
import { usersOptions } from './queries.ts';
import { userColumns } from './user-columns.tsx';

const QueueCount = lazy(() =>
  import('../registration/shared/waiting-count.tsx').then((module) => ({ default: module.QueueCount })),
);

/** A company administrator's own team. */
export const MyTeam = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('people');
  const dock = useDock();
  const { organizationId, organizationName } = useUser();
  const list = useListParams(userListQuery);
  const [params, setParams] = list;
  const users = useQuery(usersOptions({ ...params, org: [organizationId] }));
  const openId = dock.stack[0]?.kind === dockView ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () =>
      userColumns(t, {
        openId,
        onOpen: (id) => dock.open(dockView, id),
        editHref: (id) => `/my/team?dock=${memberView}:${id}`,
        hasOrganization: false,
      }),
    [t, openId, dock.open],
  );
  const actions = (
    <>
      <Button asChild>
        <Link href="/audit">
          <ListChecks />
          {words('shell.group-audit')}
        </Link>
      </Button>
      <Button asChild>
        <Link href="/queue-requests">
          <UserRoundPlus />
          {t('shell.nav-queue-requests')}
          <Suspense>
            <QueueCount />
          </Suspense>
        </Link>
      </Button>
      <Button variant="primary" onClick={() => dock.open(memberView, newMember)}>
        <MailPlus />
        {t('people.invite-member')}
      </Button>
    </>
  );
  return (
    <Page
      title={t('people.team-title', { organization: organizationName })}
      description={t('people.team-text')}
      actions={actions}
    >
      <ListScreen
        list={list}
        search={{ label: t('people.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        unfiltered={{ name: '' }}
        results={(count) => t('people.results', { count })}
        label={t('people.team')}
        columns={columns}
        query={users}
        rows={(data) => data.users}
        pageSize={usersPageSize}
        empty={<Empty icon={Users} title={t('people.team-empty')} text={t('people.team-empty-text')} />}
      />
    </Page>
  );
};
