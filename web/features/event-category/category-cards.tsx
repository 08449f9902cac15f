import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { searchEventCategories } from '#domain/event-category/calls.ts';
import { eventCategoryPageSize } from '#domain/event-category/limits.ts';
import type { EventCategoryRow } from '#domain/event-category/row.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { CardScreen } from '../../components/table/card-screen.tsx';
import { SortMenu } from '../../components/table/sort-menu.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { eventCategoryListOptions } from './queries.ts';

type Props = Readonly<{ card: (category: EventCategoryRow) => ReactNode; empty: ReactNode; errorTitle?: string }>;

/** The list of event categories with its search and order. The gallery and the management have it in common. */
export const CategoryCards = ({ card, empty, errorTitle }: Props) => {
  const t = useLazyTexts('event-categories');
  const list = useListParams(searchEventCategories.query);
  const [params, setParams] = list;
  const categories = useQuery(eventCategoryListOptions(params));
  return (
    <CardScreen
      label={t('event-categories.paging')}
      list={list}
      search={{
        label: t('event-categories.search'),
        value: params.name,
        onChange: (name) => setParams({ name }),
      }}
      filters={
        <SortMenu
          params={params}
          onParams={setParams}
          sorts={{
            'name-asc': t('apis.sorts.name-asc'),
            'name-desc': t('apis.sorts.name-desc'),
            'id-desc': t('event-categories.newest'),
          }}
        />
      }
      unfiltered={{ name: '' }}
      results={(count) => t('event-categories.results', { count })}
      csvUrl={csvUrlOf(searchEventCategories, params)}
      query={categories}
      errorTitle={errorTitle}
      rows={(data) => data.categories}
      pageSize={eventCategoryPageSize}
      card={card}
      empty={empty}
    />
  );
};
