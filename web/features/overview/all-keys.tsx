import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { consumerStates } from '#domain/consumer/schema.ts';
import { listAllKeys } from '#domain/overview/calls.ts';
import { type KeyOverviewRow, keyOverviewQuery, overviewPageSize } from '#domain/overview/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LastDay } from '../access/shared/last-day.tsx';
import { apiColumn, environmentColumn, type Opening } from './api-columns.tsx';
import { EnvironmentChoice } from './environment-choice.tsx';
import { allKeysOptions } from './queries.ts';

const tones: Record<KeyOverviewRow['state'], StatusTone> = {
  adding: 'info',
  active: 'success',
  changing: 'info',
  'change-failed': 'danger',
  failed: 'danger',
  removing: 'info',
};

/** `id` is the field that the server sorts by. */
const columnsOf = (t: TFunction, opening: Opening): readonly Column<KeyOverviewRow>[] => [
  apiColumn(t, opening, ({ apiOrgName }) => apiOrgName),
  {
    id: 'nickname',
    header: t('overview.key'),
    sortable: true,
    named: ({ id, nickname, path }) => ({ id, name: nickname || String(id), texts: [path] }),
    cell: ({ id, nickname }) => (
      <bdi title={nickname} className="sm:max-w-56">
        {nickname || t('consumers.no-nickname', { id })}
      </bdi>
    ),
  },
  {
    id: 'orgName',
    header: t('overview.organization'),
    sortable: true,
    named: ({ orgId, orgName }) => ({ id: orgId, name: orgName, texts: [] }),
    cell: ({ orgName, isExternal }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi title={orgName} className="truncate">
          {orgName}
        </bdi>
        {isExternal && <Badge>{t('consumers.external')}</Badge>}
      </span>
    ),
  },
  environmentColumn(t),
  {
    id: 'auth',
    header: t('deployments.authentication'),
    cell: ({ auth }) => t(`deployments.auth.${auth}`),
  },
  {
    id: 'state',
    header: t('overview.state'),
    sortable: true,
    cell: ({ state }) => <StatusDot tone={tones[state]}>{t(`consumers.states.${state}`)}</StatusDot>,
  },
  {
    id: 'lastUsed',
    header: t('consumers.last-used'),
    sortable: true,
    align: 'end',
    cell: ({ lastUsed }) =>
      lastUsed === null ? (
        <span className="text-muted">{t('consumers.never-used')}</span>
      ) : (
        <span className="relative z-[1]">
          <RelativeTime at={lastUsed} />
        </span>
      ),
  },
  {
    id: 'endsOn',
    header: t('consumers.last-day'),
    sortable: true,
    align: 'end',
    cell: ({ endsOn }) => <LastDay day={endsOn} />,
  },
  {
    id: 'createdAt',
    header: t('consumers.created'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
];

/** Lists every key of every organization, without secrets. */
export const AllKeys = () => {
  const t = useLazyTexts('overview', 'review');
  const dock = useDock();
  const list = useListParams(keyOverviewQuery);
  const [params, setParams] = list;
  const keys = useQuery(allKeysOptions(params));
  const openId = dock.stack[0]?.kind === 'api' ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () => columnsOf(t, { openId, onOpen: (apiId) => dock.open('api', apiId) }),
    [t, openId, dock.open],
  );
  return (
    <>
      <EnvironmentChoice value={params.env} counts={keys.data?.environments} onChange={(env) => setParams({ env })} />
      <ListScreen
        list={list}
        search={{ label: t('overview.search-keys'), value: params.search, onChange: (search) => setParams({ search }) }}
        filters={
          <ChoiceFilter
            label={t('overview.state')}
            value={params.state}
            choices={consumerStates}
            textOf={(state) => t(`consumers.states.${state}`)}
            onChange={(state) => setParams({ state })}
          />
        }
        unfiltered={{ search: '', state: undefined, env: undefined }}
        results={(count) => t('overview.key-count', { count })}
        csvUrl={csvUrlOf(listAllKeys, params)}
        label={t('overview.keys')}
        columns={columns}
        query={keys}
        rows={(data) => data.keys}
        pageSize={overviewPageSize}
        empty={<Empty icon={KeyRound} title={t('overview.no-keys')} text={t('overview.no-keys-text')} />}
      />
    </>
  );
};
