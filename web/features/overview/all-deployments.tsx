import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Rocket } from 'lucide-react';
import { useMemo } from 'react';
import { deploymentStates } from '#domain/deployment/row.ts';
import {
  type DeploymentOverviewQuery,
  type DeploymentOverviewRow,
  deploymentOverviewQuery,
  overviewPageSize,
} from '#domain/overview/schema.ts';
import { ChoiceFilter } from '#web/components/choice-filter.tsx';
import type { Column } from '#web/components/data-table/column.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { DeploymentState } from '#web/components/deployment-state.tsx';
import { Empty } from '#web/components/empty.tsx';
import { ListBar } from '#web/components/list-bar.tsx';
import { Ltr } from '#web/components/ltr.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { useDock } from '#web/components/use-dock.ts';
import { useListParams } from '#web/components/use-list-params.ts';
import { useLazyTexts } from '#web/i18n/lazy-texts.ts';
import { apiColumn, environmentColumn, type Opening } from './api-columns.tsx';
import { EnvironmentChoice } from './environment-choice.tsx';
import { allDeploymentsOptions, deploymentsCsvUrl } from './queries.ts';

/** `id` is what the server sorts by. */
const columnsOf = (t: TFunction, opening: Opening): readonly Column<DeploymentOverviewRow>[] => [
  apiColumn(t, opening),
  {
    id: 'orgName',
    header: t('overview.organization'),
    sortable: true,
    cell: ({ orgName }) => <bdi title={orgName}>{orgName}</bdi>,
  },
  environmentColumn(t),
  {
    id: 'path',
    header: t('overview.path'),
    sortable: true,
    // Whole: it is what somebody looks for here.
    cell: ({ path }) => <Ltr className="inline-block whitespace-normal break-all font-mono text-xs">{path}</Ltr>,
  },
  {
    id: 'gateway',
    header: t('overview.gateway'),
    sortable: true,
    cell: ({ gateway }) => <bdi title={gateway}>{gateway}</bdi>,
  },
  {
    id: 'state',
    header: t('overview.state'),
    sortable: true,
    cell: ({ state }) => <DeploymentState state={state} />,
  },
  { id: 'keys', header: t('overview.keys'), sortable: true, align: 'end', cell: ({ keys }) => keys },
  {
    id: 'updatedAt',
    header: t('overview.changed'),
    sortable: true,
    align: 'end',
    cell: ({ updatedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={updatedAt} />
      </span>
    ),
  },
];

/** Every deployment of every organization. */
export const AllDeployments = () => {
  const t = useLazyTexts('overview');
  const dock = useDock();
  const [params, setParams] = useListParams(deploymentOverviewQuery);
  const deployments = useQuery(allDeploymentsOptions(params));
  const openId = dock.stack[0]?.kind === 'api' ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () => columnsOf(t, { openId, onOpen: (apiId) => dock.open('api', apiId) }),
    [t, openId, dock.open],
  );
  const isFiltered = params.search !== '' || params.state !== undefined || params.env !== undefined;
  return (
    <>
      <EnvironmentChoice
        value={params.env}
        counts={deployments.data?.environments}
        onChange={(env) => setParams({ env })}
      />
      <ListBar
        searchLabel={t('overview.search-deployments')}
        search={params.search}
        onSearch={(search) => setParams({ search })}
        results={deployments.data && t('overview.deployment-count', { count: deployments.data.total })}
        csvUrl={deploymentsCsvUrl(params)}
      >
        <ChoiceFilter
          label={t('overview.state')}
          value={params.state}
          choices={deploymentStates}
          textOf={(state) => t(`deployments.states.${state}`)}
          onChange={(state) => setParams({ state })}
        />
      </ListBar>
      <DataTable
        label={t('overview.deployments')}
        columns={columns}
        query={deployments}
        rows={(data) => data.deployments}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch) => setParams(patch as Partial<DeploymentOverviewQuery>)}
        pageSize={overviewPageSize}
        onClearFilters={isFiltered ? () => setParams({ search: '', state: undefined, env: undefined }) : undefined}
        empty={<Empty icon={Rocket} title={t('overview.no-deployments')} text={t('overview.no-deployments-text')} />}
      />
    </>
  );
};
