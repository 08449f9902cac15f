import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiPage, type ApiRow, galleryListSize, type OperationMatch } from '#domain/api/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { ApiFiles } from './api-files.tsx';
import { ApiState } from './api-state.tsx';
import { OperationMatches } from './operation-matches.tsx';
import type { GalleryParams } from './shared/queries.ts';

const none: readonly OperationMatch[] = [];

type Opening = Readonly<{
  openId: number | undefined;
  /** Undefined for users without an organization. */
  onDetails: ((id: number) => void) | undefined;
}>;

/** `id` is the field that the server sorts by. */
const columnsOf = (
  t: TFunction,
  { openId, onDetails }: Opening,
  matches: readonly OperationMatch[],
): readonly Column<ApiRow>[] => [
  {
    id: 'name',
    header: t('apis.name'),
    sortable: true,
    cell: (api) => {
      const name = <bdi title={api.summary || api.name}>{api.name}</bdi>;
      return (
        <span className="flex min-w-0 items-center gap-2 sm:max-w-72">
          {onDetails ? (
            <button
              type="button"
              aria-current={api.id === openId ? 'true' : undefined}
              onClick={() => onDetails(api.id)}
              className="min-w-0 truncate rounded-control text-start font-medium after:absolute after:inset-0 hover:text-accent-text aria-[current=true]:text-accent-text"
            >
              {name}
            </button>
          ) : (
            <span className="min-w-0 truncate font-medium">{name}</span>
          )}
          <VersionTag version={api.version} />
        </span>
      );
    },
  },
  ...(matches.length > 0
    ? [
        {
          id: 'matches',
          header: t('apis.matches'),
          cell: ({ id }: ApiRow) => (
            <OperationMatches matches={matches.filter(({ apiId }) => apiId === id).slice(0, 1)} />
          ),
        },
      ]
    : []),
  {
    id: 'appname',
    header: t('apis.application'),
    sortable: true,
    cell: ({ appname }) => appname !== null && <bdi title={appname}>{appname}</bdi>,
  },
  {
    id: 'orgname',
    header: t('apis.info-organization'),
    sortable: true,
    cell: ({ orgname }) => <bdi title={orgname}>{orgname}</bdi>,
  },
  {
    id: 'environments',
    header: t('apis.deployed-in'),
    cell: (api) => (
      <span className="flex gap-1">
        <ApiState api={api} />
      </span>
    ),
  },
  {
    id: 'updatedAt',
    header: t('apis.updated'),
    sortable: true,
    align: 'end',
    cell: ({ updatedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={updatedAt} />
      </span>
    ),
  },
];

type Props = Opening &
  Readonly<{
    label: string;
    query: UseQueryResult<ApiPage>;
    params: GalleryParams;
    onParams: (patch: Partial<GalleryParams>) => void;
  }>;

/** A gallery as a list with one line for each API. One page has as many APIs as three pages of cards. */
export const ApiList = ({ label, query, params, onParams, openId, onDetails }: Props) => {
  const { t } = useTranslation();
  const matches = query.data?.matches ?? none;
  const columns = useMemo(() => columnsOf(t, { openId, onDetails }, matches), [t, openId, onDetails, matches]);
  return (
    <DataTable
      label={label}
      columns={columns}
      query={query}
      rows={(data) => data.apis}
      rowId={({ id }) => id}
      params={params}
      onParams={(patch) => onParams(patch as Partial<GalleryParams>)}
      pageSize={galleryListSize}
      rowActions={(api) => (
        <span className="relative z-[1] inline-flex items-center">
          <ApiFiles api={api} />
        </span>
      )}
      empty={null}
    />
  );
};
