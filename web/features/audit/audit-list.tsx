import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { auditPageSize, auditQuery, type AuditFilters as Filters } from '#domain/audit/schema.ts';
import { readsWholeRecord } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { auditEntryView } from '../../components/layout/audit-entry-view.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { VerifiedLog } from '../log-verification/shared/verified-log.tsx';
import { auditColumns } from './audit-columns.tsx';
import { addressOf, filterOf, noFilter, views } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditFileUrl, auditListOptions } from './queries.ts';
import { SavedFilters } from './saved-filters.tsx';
import { ExportLinks } from './shared/export-links.tsx';

type Only = Readonly<{ thing: string; userId?: number | undefined; onClear: () => void }>;

/** What a link chose that no field shows: one thing, or one person. */
const OnlyNotice = ({ thing, userId, onClear }: Only) => {
  const t = useLazyTexts('audit');
  if (thing === '' && userId === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      {thing !== '' && <span>{t('audit.only-thing', { thing })}</span>}
      {userId !== undefined && <span>{t('audit.only-person', { id: userId })}</span>}
      <Button variant="link" className="text-table" onClick={onClear}>
        {t('audit.show-all')}
      </Button>
    </p>
  );
};

/** Every event of every noun. The address holds the filter, so it is a link to the answer. */
export const AuditList = () => {
  const t = useLazyTexts('audit');
  const format = useFormat();
  const user = useUser();
  const dock = useDock();
  const list = useListParams(auditQuery);
  const [params, setParams] = list;
  const entries = useQuery(auditListOptions(params));
  const applied = filterOf(params);
  const [opened] = dock.stack;
  const openId = opened?.kind === auditEntryView ? String(opened.id) : undefined;
  const columns = useMemo(
    () => auditColumns(t, format, { openId, onOpen: ({ id }) => dock.open(auditEntryView, id) }),
    [t, format, openId, dock.open],
  );
  const all = readsWholeRecord(user);
  const apply = (filter: Partial<Filters>) => setParams(filter);
  return (
    <Page
      title={t('audit.title')}
      description={all ? t('audit.text') : t('audit.text-own', { organization: user.organizationName })}
      actions={
        <>
          <Button asChild>
            <Link href="/as-of">
              <CalendarClock />
              {t('shell.as-of')}
            </Link>
          </Button>
          <ExportLinks urlOf={(fileFormat) => auditFileUrl(applied, fileFormat)} />
        </>
      }
    >
      {all && <VerifiedLog />}
      <nav aria-label={t('audit.views')} className="flex flex-wrap gap-x-4 gap-y-1">
        {(Object.keys(views) as (keyof typeof views)[]).map((view) => (
          <Button key={view} variant="link" className="text-table" asChild>
            <Link href={`/audit?${new URLSearchParams(views[view])}`}>{t(`audit.view-${view}`)}</Link>
          </Button>
        ))}
      </nav>
      <SavedFilters query={addressOf(applied)} />
      <AuditFilters applied={applied} all={all} onApply={apply} />
      <ListScreen
        list={list}
        search={{
          label: t('audit.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
          className: 'w-full sm:w-96',
        }}
        unfiltered={noFilter}
        results={(count) =>
          entries.data?.isLeast
            ? t('audit.results-least', { number: format.number(count) })
            : t('audit.results', { count })
        }
        label={t('audit.title')}
        columns={columns}
        query={entries}
        rows={(data) => data.entries}
        pageSize={auditPageSize}
        empty={<Empty icon={ScrollText} title={t('audit.empty')} text={t('audit.empty-text')} />}
      >
        <OnlyNotice {...params} onClear={() => setParams({ thing: '', userId: undefined })} />
      </ListScreen>
    </Page>
  );
};
