import { useQuery } from '@tanstack/react-query';
import { CalendarClock, LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { listAccessGrants } from '#domain/access/calls.ts';
import { type AccessGrantRow, accessGrantListQuery, accessPageSize, unusedDays } from '#domain/access/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { grantColumns } from './grant-columns.tsx';
import { RevokeGrant } from './revoke-grant.tsx';
import { accessGrantsOptions } from './shared/queries.ts';
import { TypeFilter } from './type-filter.tsx';

/** Loaded when somebody opens it. */
const ChangeEnd = lazy(() => import('./change-end.tsx').then((module) => ({ default: module.ChangeEnd })));

/** Lists which organizations have access to which APIs and event categories, and their number of keys. */
export const GrantList = () => {
  const t = useLazyTexts('review');
  const list = useListParams(accessGrantListQuery);
  const [params, setParams] = list;
  const grants = useQuery(accessGrantsOptions(params));
  const columns = useMemo(() => grantColumns(t), [t]);
  const [asked, setAsked] = useState<{ grant: AccessGrantRow; act: 'end' | 'revoke'; open: boolean }>();
  const Dialog = asked && { end: ChangeEnd, revoke: RevokeGrant }[asked.act];
  return (
    <>
      <ListScreen
        label={t('access.grants')}
        list={list}
        search={{ label: t('access.search-grants'), value: params.search, onChange: (search) => setParams({ search }) }}
        filters={
          <>
            <TypeFilter value={params.type} onChange={(type) => setParams({ type })} />
            <ChoiceFilter
              label={t('review.use')}
              value={params.use}
              choices={['unused']}
              textOf={() => t('review.unused', { count: unusedDays })}
              onChange={(use) => setParams({ use })}
            />
          </>
        }
        unfiltered={{ search: '', type: undefined, use: undefined }}
        results={(count) => t('access.grant-count', { count })}
        csvUrl={csvUrlOf(listAccessGrants, params)}
        columns={columns}
        query={grants}
        rows={(data) => data.grants}
        pageSize={accessPageSize}
        rowActions={(grant) => (
          <span className="inline-flex items-center justify-end gap-1">
            <Tooltip text={t('review.change-end')}>
              <Button
                variant="quiet"
                size="icon-small"
                aria-label={t('review.change-end-of', { api: grant.apiName, organization: grant.organizationName })}
                onClick={() => setAsked({ grant, act: 'end', open: true })}
              >
                <CalendarClock />
              </Button>
            </Tooltip>
            <Button
              size="small"
              aria-label={t('access.revoke-of', { api: grant.apiName, organization: grant.organizationName })}
              onClick={() => setAsked({ grant, act: 'revoke', open: true })}
            >
              {t('access.revoke')}
            </Button>
          </span>
        )}
        empty={
          <Empty
            icon={LockKeyhole}
            title={t('access.no-grants')}
            text={t('access.no-grants-text')}
            action={
              <Button asChild>
                <Link href="/api-access-control">{t('access.requests')}</Link>
              </Button>
            }
          />
        }
      />
      {asked && Dialog && (
        <Suspense>
          <Dialog
            key={asked.grant.id}
            grant={asked.grant}
            open={asked.open}
            onClose={() => setAsked({ ...asked, open: false })}
          />
        </Suspense>
      )}
    </>
  );
};
