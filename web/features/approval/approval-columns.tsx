import type { TFunction } from 'i18next';
import { Link } from 'wouter';
import type { ApprovalRow } from '#domain/approval/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { ApprovalState } from './approval-state.tsx';
import { peopleChange } from './people-change.ts';
import { approvalAddress } from './shared/address.ts';

/** `id` is the field that the server sorts by. */
export const approvalColumns = (t: TFunction): readonly Column<ApprovalRow>[] => [
  {
    id: 'change',
    header: t('approvals.change'),
    cell: (row) => {
      const { id, kind, api, path, operations } = row;
      return (
        <Link href={approvalAddress(id)} className="text-accent hover:underline">
          {kind === 'rule' && t('approvals.kind-rule')}
          {kind === 'replay' && t('approvals.kind-replay', { count: operations })}
          {kind === 'deployment' && (
            <span className="[overflow-wrap:anywhere]">
              <bdi>{api?.name}</bdi> · <Ltr>{path}</Ltr>
            </span>
          )}
          {peopleChange(t, row)}
        </Link>
      );
    },
  },
  {
    id: 'environment',
    header: t('approvals.environment'),
    sortable: true,
    cell: ({ environment }) =>
      environment ? <EnvironmentTag environment={environment} /> : <span className="text-muted">–</span>,
  },
  {
    id: 'requester',
    header: t('approvals.requested-by'),
    cell: ({ requestedBy }) => <bdi>{requestedBy.name}</bdi>,
  },
  {
    id: 'requestedAt',
    header: t('approvals.requested-at'),
    sortable: true,
    cell: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
  },
  {
    id: 'state',
    header: t('approvals.state-label'),
    sortable: true,
    cell: ({ state }) => <ApprovalState state={state} />,
  },
  {
    id: 'decider',
    header: t('approvals.decided-by'),
    cell: ({ decidedBy }) => (decidedBy ? <bdi>{decidedBy.name}</bdi> : <span className="text-muted">–</span>),
  },
];
