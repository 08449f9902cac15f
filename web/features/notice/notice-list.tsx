import { useQuery } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { type NoticeRow, noticeListQuery, noticePageSize } from '#domain/notice/schema.ts';
import { mayDecide } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { NoMatch } from '../../components/table/no-match.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import type { ToPage } from '../../components/table/past-the-end.tsx';
import { gonePage } from '../../components/table/place.ts';
import { RowsGone } from '../../components/table/rows-gone.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { reviewAddress, toDecideAddress } from '../review-round/shared/address.ts';
import { NoticeItem } from './notice-item.tsx';
import { noticeListOptions, readCommand, unreadNoticesOptions } from './queries.ts';
import { Outages } from './shared/outages.tsx';

/** The user's notices, newest first. */
export const NoticeList = () => {
  const t = useLazyTexts('notices', 'operations', 'foreign-objects');
  const dock = useDock();
  const user = useUser();
  const [, navigate] = useLocation();
  const [params, setParams] = useListParams(noticeListQuery);
  const notices = useQuery(noticeListOptions(params));
  const unread = useQuery(unreadNoticesOptions).data?.unread ?? 0;
  const { run, state } = useCommand(readCommand);

  const openerOf = ({
    kind,
    api,
    eventCategory,
    operation,
    object,
    issue,
    gatewayId,
    approvalId,
    roundId,
  }: NoticeRow): (() => void) | undefined => {
    if (approvalId) return () => navigate(`/approvals/${approvalId}`);
    if (kind === 'access-asked') return () => navigate('/api-access-control');
    // Auditors decide nothing, and see it in the audit.
    if (kind === 'decision-overdue') return () => navigate(mayDecide(user) ? '/inbox?due=over' : '/audit?noun=clock');
    if (kind === 'kafka-rights') return () => navigate(`/kong/drift?resourceId=${gatewayId}`);
    if (roundId != null) return () => navigate(mayDecide(user) ? toDecideAddress(roundId) : reviewAddress(roundId));
    if (gatewayId !== null) return () => navigate(`/kong/certificates?gatewayId=${gatewayId}&sort=expiresAt&order=asc`);
    if (kind === 'cause-handed-over') return () => navigate(`/desk?dock=cause:${object}`);
    if (operation) return () => dock.open('operation', operation.id);
    if (issue) return () => navigate('/my-requests?kind=issue');
    if (eventCategory && !eventCategory.deleted) return () => dock.open('event-category', eventCategory.id);
    return api && !api.deleted ? () => dock.open('api', api.id) : undefined;
  };
  const read = (notice: NoticeRow) => void run({ body: { ids: [notice.id] } });

  return (
    <Page
      title={t('notices.title')}
      description={t('notices.text')}
      actions={
        <Button disabled={unread === 0 || state === 'sending'} onClick={() => void run({ body: {} })}>
          <CheckCheck />
          {t('notices.read-all')}
        </Button>
      }
    >
      <Outages />
      <ChoiceFilter
        label={t('notices.show')}
        value={params.unread ? 'unread' : undefined}
        choices={['unread'] as const}
        textOf={() => t('notices.unread')}
        onChange={(choice) => setParams({ unread: choice === 'unread' })}
      />
      <QueryView query={notices} skeleton={<Skeleton className="h-64" />}>
        {({ notices: rows, total, ...place }) => {
          if (total === 0 && params.unread) return <NoMatch onClear={() => setParams({ unread: false })} />;
          if (total === 0) return <Empty icon={Bell} title={t('notices.empty')} text={t('notices.empty-text')} />;
          const toPage: ToPage = (next, how) => setParams({ page: next }, how);
          if (rows.length === 0)
            return (
              <RowsGone
                page={gonePage(place, params)}
                pageSize={noticePageSize}
                total={total}
                isLoading={notices.isPlaceholderData}
                onPage={toPage}
              />
            );
          return (
            <>
              <ul
                aria-label={t('notices.title')}
                className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface"
              >
                {rows.map((notice) => {
                  const open = openerOf(notice);
                  return (
                    <NoticeItem
                      key={notice.id}
                      notice={notice}
                      onOpen={
                        open &&
                        (() => {
                          if (!notice.read) read(notice);
                          open();
                        })
                      }
                      onRead={() => read(notice)}
                    />
                  );
                })}
              </ul>
              {total > noticePageSize && (
                <Pagination
                  page={place.page}
                  pageSize={noticePageSize}
                  total={total}
                  onPage={toPage}
                  label={t('notices.title')}
                  beside={{ place, rows: rows.length, onBeside: setParams }}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
};
