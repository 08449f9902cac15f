import type { TFunction } from 'i18next';
import { Pencil } from 'lucide-react';
import type { EventTopicRow } from '#domain/event-topic/row.ts';
import type { Column } from '../../components/table/column.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { TopicStateDot } from './topic-state.tsx';

/** The columns of the table. `id` is the field that the server sorts by. */
export const topicColumns = (t: TFunction, onEdit: (row: EventTopicRow) => void): readonly Column<EventTopicRow>[] => [
  {
    id: 'name',
    header: t('event-topics.name'),
    sortable: true,
    cell: ({ name }) => <Ltr className="font-mono [overflow-wrap:anywhere]">{name}</Ltr>,
  },
  {
    id: 'organization',
    header: t('event-topics.organization'),
    sortable: true,
    cell: ({ organization }) => <bdi>{organization.name}</bdi>,
  },
  {
    id: 'category',
    header: t('event-topics.category'),
    sortable: true,
    cell: ({ category }) => <bdi>{category.name}</bdi>,
  },
  {
    id: 'kafkaEnv',
    header: t('event-topics.kafka-env'),
    sortable: true,
    cell: ({ kafkaEnv: { name, envType } }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <bdi>{name}</bdi>
        {envType && <EnvironmentTag environment={envType} />}
      </span>
    ),
  },
  { id: 'state', header: t('event-topics.state'), cell: ({ state }) => <TopicStateDot state={state} /> },
  {
    id: 'actions',
    header: t('event-topics.actions'),
    align: 'end',
    cell: (row) => (
      <RowAction
        icon={Pencil}
        word={t('event-topics.edit')}
        label={t('event-topics.edit-of', { name: row.name })}
        onClick={() => onEdit(row)}
      />
    ),
  },
];
