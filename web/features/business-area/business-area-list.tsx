import { useQuery } from '@tanstack/react-query';
import { Compass, Plus } from 'lucide-react';
import { searchBusinessAreas } from '#domain/business-area/calls.ts';
import { businessAreaPageSize } from '#domain/business-area/limits.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { CardScreen } from '../../components/table/card-screen.tsx';
import { SortMenu } from '../../components/table/sort-menu.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { BusinessAreaCard } from './business-area-card.tsx';
import { dockView, newId } from './dock-view.ts';
import { businessAreaListOptions } from './queries.ts';

/** Business areas as cards, nine on each page. The dock adds and changes them. */
export const BusinessAreaList = () => {
  const t = useLazyTexts('business-areas');
  const dock = useDock();
  const list = useListParams(searchBusinessAreas.query);
  const [params, setParams] = list;
  const areas = useQuery(businessAreaListOptions(params));
  const top = dock.stack.at(-1);
  const openId = top?.kind === dockView ? top.id : undefined;
  const add = (
    <Button variant="primary" onClick={() => dock.open(dockView, newId)}>
      <Plus />
      {t('business-areas.add')}
    </Button>
  );
  const isEmpty = areas.data?.total === 0 && params.name === '';
  return (
    <Page title={t('shell.nav-business-areas')} description={t('business-areas.text')} actions={!isEmpty && add}>
      <CardScreen
        label={t('business-areas.paging')}
        list={list}
        search={{ label: t('business-areas.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        filters={
          <SortMenu
            params={params}
            onParams={setParams}
            sorts={{
              'name-asc': t('apis.sorts.name-asc'),
              'name-desc': t('apis.sorts.name-desc'),
              'id-desc': t('business-areas.newest'),
            }}
          />
        }
        unfiltered={{ name: '' }}
        results={(count) => t('business-areas.results', { count })}
        csvUrl={csvUrlOf(searchBusinessAreas, params)}
        query={areas}
        rows={(data) => data.areas}
        pageSize={businessAreaPageSize}
        card={(area) => (
          <BusinessAreaCard
            area={area}
            isOpen={openId === String(area.id)}
            onEdit={() => dock.open(dockView, area.id)}
          />
        )}
        empty={
          <Empty icon={Compass} title={t('business-areas.empty')} text={t('business-areas.empty-text')} action={add} />
        }
      />
    </Page>
  );
};
