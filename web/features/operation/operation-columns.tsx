import type { TFunction } from 'i18next';
import type { OperationRow } from '#domain/operation/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { OperationTitle } from './operation-title.tsx';
import { OperationStateDot } from './shared/operation-state-dot.tsx';

type Opening = Readonly<{ openId: string | undefined; onOpen: (id: string) => void }>;

/** `id` is the field that the server sorts by. */
export const operationColumns = (t: TFunction, { openId, onOpen }: Opening): readonly Column<OperationRow>[] => [
  {
    id: 'kind',
    header: t('operations.operation'),
    sortable: true,
    cell: ({ id, kind, subject }) => (
      <button
        type="button"
        aria-current={id === openId ? 'true' : undefined}
        onClick={() => onOpen(id)}
        className="max-w-full truncate rounded-control text-start font-medium after:absolute after:inset-0 hover:text-accent-text"
      >
        <OperationTitle operation={{ kind, subject }} className="text-xs" />
      </button>
    ),
  },
  {
    id: 'state',
    header: t('operations.state-label'),
    sortable: true,
    cell: ({ state, overdue, waitsFor }) => (
      <>
        <OperationStateDot state={state} overdue={overdue} />
        {waitsFor?.gateway && (
          <bdi className="block truncate ps-4 text-muted text-xs">
            {t('operations.waits-for', { gateway: waitsFor.gateway })}
          </bdi>
        )}
      </>
    ),
  },
  {
    id: 'api',
    header: t('operations.api'),
    named: ({ apiId, apiName }) => ({ id: apiId ?? 0, name: apiName, texts: [] }),
    cell: ({ apiName }) => <bdi title={apiName}>{apiName}</bdi>,
  },
  {
    id: 'environment',
    header: t('operations.environment'),
    cell: ({ environment }) => environment && <EnvironmentTag environment={environment} />,
  },
  {
    id: 'requester',
    header: t('operations.requester'),
    named: ({ requestedBy: { id, name } }) => ({ id, name, texts: [] }),
    cell: ({ requestedBy }) => <Requester name={requestedBy.name} product={t('common.product')} />,
  },
  {
    id: 'attempt',
    header: t('operations.attempts'),
    align: 'end',
    cell: ({ attempt }) => attempt,
  },
  {
    id: 'requestedAt',
    header: t('operations.requested'),
    sortable: true,
    align: 'end',
    cell: ({ requestedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={requestedAt} />
      </span>
    ),
  },
];

/** The requester's name. Operations of the portal itself show the product's name. */
const Requester = ({ name, product }: { name: string; product: string }) =>
  name === '' ? <span className="text-muted">{product}</span> : <bdi title={name}>{name}</bdi>;
