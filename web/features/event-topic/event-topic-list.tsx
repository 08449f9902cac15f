import { useQuery } from '@tanstack/react-query';
import { Plus, Split } from 'lucide-react';
import { useMemo } from 'react';
import { listEventTopics } from '#domain/event-topic/calls.ts';
import { eventTopicPageSize } from '#domain/event-topic/limits.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { LongChoiceFilter } from '../../components/table/long-choice-filter.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { type NamedOption, optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { categoriesOptions } from '../event-category/shared/categories.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { dockView, newId } from './dock-view.ts';
import { eventTopicListOptions } from './queries.ts';
import { topicColumns } from './topic-columns.tsx';

type FilterProps = Readonly<{
  label: string;
  options: readonly NamedOption[];
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}>;

/** A filter by the id of a thing. */
const IdFilter = ({ label, options, value, onChange }: FilterProps) => {
  const optionOf = (id: string) => options.find((option) => String(option.value) === id);
  return (
    <LongChoiceFilter
      className="w-full sm:w-56"
      label={label}
      value={value === undefined ? undefined : String(value)}
      choices={options.map((option) => String(option.value))}
      textOf={(id) => optionOf(id)?.label ?? id}
      secondOf={(id) => optionOf(id)?.second}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
};

/** Topics in a table, twenty on each page. The dock adds and changes them. */
export const EventTopicList = () => {
  const t = useLazyTexts('event-topics');
  const dock = useDock();
  const list = useListParams(listEventTopics.query);
  const [params, setParams] = list;
  const topics = useQuery(eventTopicListOptions(params));
  const organizations = optionsOf(useQuery(organizationsOptions).data);
  const categories = optionsOf(useQuery(categoriesOptions).data);
  const columns = useMemo(() => topicColumns(t, ({ id }) => dock.open(dockView, id)), [t, dock.open]);
  const add = (
    <Button variant="primary" onClick={() => dock.open(dockView, newId)}>
      <Plus />
      {t('event-topics.add')}
    </Button>
  );
  const isFiltered = params.search !== '' || params.categoryId !== undefined || params.organizationId !== undefined;
  const isEmpty = topics.data?.total === 0 && !isFiltered;
  return (
    <Page title={t('shell.nav-event-topics')} description={t('event-topics.text')} actions={!isEmpty && add}>
      <ListScreen
        list={list}
        search={{
          label: t('event-topics.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <>
            <IdFilter
              label={t('event-topics.organization')}
              options={organizations}
              value={params.organizationId}
              onChange={(organizationId) => setParams({ organizationId })}
            />
            <IdFilter
              label={t('event-topics.category')}
              options={categories}
              value={params.categoryId}
              onChange={(categoryId) => setParams({ categoryId })}
            />
          </>
        }
        unfiltered={{ search: '', categoryId: undefined, organizationId: undefined }}
        results={(count) => t('event-topics.results', { count })}
        csvUrl={csvUrlOf(listEventTopics, params)}
        query={topics}
        errorTitle={t('event-topics.table-failed')}
        rows={(data) => data.topics}
        columns={columns}
        label={t('event-topics.table')}
        pageSize={eventTopicPageSize}
        empty={<Empty icon={Split} title={t('event-topics.empty')} text={t('event-topics.empty-text')} action={add} />}
      />
    </Page>
  );
};
