import type { TFunction } from 'i18next';
import type { Environment } from '#domain/core/environment.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';

export type Opening = Readonly<{ openId: number | undefined; onOpen: (apiId: number) => void }>;

/**
 * Columns for deployments and keys: the API, which opens its details, and the environment. `id` is the field that the
 * server sorts by.
 */
export const apiColumn = <Row extends Readonly<{ apiId: number; apiName: string }>>(
  t: TFunction,
  { openId, onOpen }: Opening,
  /** The API's organization, where no other column shows it. */
  organizationOf?: (row: Row) => string,
): Column<Row> => ({
  id: 'apiName',
  header: t('overview.api'),
  sortable: true,
  ...(organizationOf && {
    named: (row: Row) => ({ id: row.apiId, name: row.apiName, texts: [organizationOf(row)] }),
  }),
  cell: ({ apiId, apiName }) => (
    <button
      type="button"
      aria-current={apiId === openId ? 'true' : undefined}
      onClick={() => onOpen(apiId)}
      className="max-w-full rounded-control text-start align-middle font-medium after:absolute after:inset-0 hover:text-accent-text aria-[current=true]:text-accent-text"
    >
      <bdi title={apiName} className="block truncate sm:max-w-64">
        {apiName}
      </bdi>
    </button>
  ),
});

export const environmentColumn = <Row extends Readonly<{ env: Environment }>>(t: TFunction): Column<Row> => ({
  id: 'env',
  header: t('overview.environment'),
  sortable: true,
  cell: ({ env }) => <EnvironmentTag environment={env} />,
});
