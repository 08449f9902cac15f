import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Rocket } from 'lucide-react';
import { useMemo } from 'react';
import { deploymentStates } from '#domain/deployment/row.ts';
import { listAllDeployments } from '#domain/overview/calls.ts';
import { type DeploymentOverviewRow, deploymentOverviewQuery, overviewPageSize } from '#domain/overview/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import type { Column } from '../../components/table/column.ts';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DeploymentState } from '../deployment/shared/deployment-state.tsx';
import { apiColumn, environmentColumn, type Opening } from './api-columns.tsx';
import { EnvironmentChoice } from './environment-choice.tsx';
import { allDeploymentsOptions } from './queries.ts';

/** `id` is the field that the server sorts by. */
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
    // Shown in full, because people look for it here.
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

/** Lists every deployment of every organization. */
export const AllDeployments = () => {
  const t = useLazyTexts('overview');
  const dock = useDock();
  const list = useListParams(deploymentOverviewQuery);
  const [params, setParams] = list;
  const deployments = useQuery(allDeploymentsOptions(params));
  const openId = dock.stack[0]?.kind === 'api' ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () => columnsOf(t, { openId, onOpen: (apiId) => dock.open('api', apiId) }),
    [t, openId, dock.open],
  );
  return (
    <>
      <EnvironmentChoice
        value={params.env}
        counts={deployments.data?.environments}
        onChange={(env) => setParams({ env })}
      />
      <ListScreen
        list={list}
        search={{
          label: t('overview.search-deployments'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <ChoiceFilter
            label={t('overview.state')}
            value={params.state}
            choices={deploymentStates}
            textOf={(state) => t(`deployments.states.${state}`)}
            onChange={(state) => setParams({ state })}
          />
        }
        unfiltered={{ search: '', state: undefined, env: undefined }}
        results={(count) => t('overview.deployment-count', { count })}
        csvUrl={csvUrlOf(listAllDeployments, params)}
        label={t('overview.deployments')}
        columns={columns}
        query={deployments}
        rows={(data) => data.deployments}
        pageSize={overviewPageSize}
        empty={<Empty icon={Rocket} title={t('overview.no-deployments')} text={t('overview.no-deployments-text')} />}
      />
    </>
  );
};
