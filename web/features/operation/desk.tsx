import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { deskDays, deskFilters, deskHolders, deskPageSize, deskQuery } from '#domain/operation/desk.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Outages } from '../notice/shared/outages.tsx';
import { deskColumns } from './desk-columns.tsx';
import { deskOptions } from './queries.ts';

/** What failed, waits or is slow, grouped by its cause: where support begins. */
export const Desk = () => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const format = useFormat();
  const dock = useDock();
  const list = useListParams(deskQuery);
  const [params, setParams] = list;
  const causes = useQuery(deskOptions(params));
  const muted = causes.data?.muted;
  const answered = causes.data?.answered ?? 0;
  const [opened] = dock.stack;
  const openId = opened?.kind === 'cause' ? opened.id : undefined;
  const columns = useMemo(
    () => deskColumns(t, { errorText, format, openId, onOpen: (id) => dock.open('cause', id) }),
    [t, errorText, format, openId, dock.open],
  );
  return (
    <Page title={t('shell.nav-desk')} description={t('desk.text', { days: deskDays })}>
      <ListScreen
        list={list}
        filters={
          <>
            <ChoiceFilter
              label={t('operations.state-label')}
              value={params.state}
              choices={deskFilters}
              textOf={(state) => t(`desk.filter-${state}`)}
              onChange={(state) => setParams({ state })}
            />
            <ChoiceFilter
              label={t('desk.holder-label')}
              value={params.holder}
              choices={deskHolders}
              textOf={(holder) => t(`desk.holder-${holder}`)}
              onChange={(holder) => setParams({ holder })}
            />
          </>
        }
        unfiltered={{ state: undefined, holder: undefined, show: undefined }}
        results={(count) => t('desk.results', { count })}
        label={t('shell.nav-desk')}
        columns={columns}
        query={causes}
        rows={(data) => data.causes}
        pageSize={deskPageSize}
        empty={<Empty icon={CircleCheck} title={t('desk.empty')} text={t('desk.empty-text')} />}
      >
        <Outages />
        {answered > 0 && <p className="text-muted text-table">{t('desk.answer-under-way', { number: answered })}</p>}
        {((muted?.causes ?? 0) > 0 || params.show) && (
          <p className="flex flex-wrap items-center gap-2 text-muted text-table">
            {t('desk.muted-count', { causes: muted?.causes ?? 0, operations: muted?.operations ?? 0 })}
            <Button
              variant="link"
              className="text-table"
              onClick={() => setParams({ show: params.show ? undefined : 'muted' })}
            >
              {t(params.show ? 'desk.show-others' : 'desk.show-muted')}
            </Button>
          </p>
        )}
      </ListScreen>
    </Page>
  );
};
