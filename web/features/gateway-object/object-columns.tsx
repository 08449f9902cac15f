import type { TFunction } from 'i18next';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import type { ObjectRow } from '#domain/gateway-object/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { Code } from '../../components/text/code.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { ExpiryDate } from './expiry-date.tsx';
import { nameOf } from './object-name.ts';

type Ways = Readonly<{ onOpen: (row: ObjectRow) => void; openId: string | undefined }>;

const listOf = (texts: readonly string[] | undefined) =>
  texts && texts.length > 0 ? <Code>{texts.join(', ')}</Code> : <span className="text-muted">–</span>;

const textOf = (text: string | null | undefined) =>
  text ? <Code>{text}</Code> : <span className="text-muted">–</span>;

const named = (other: ObjectRow['service']) => textOf(other && (other.name || other.id));

/** What each kind shows beside name, tags and age, in order. `id` is the field that the server sorts by. */
const own = (t: TFunction): Readonly<Record<ListedKind, readonly Column<ObjectRow>[]>> => ({
  service: [
    {
      id: 'host',
      header: t('kong-objects.host'),
      sortable: true,
      cell: ({ host, port }) => textOf(host && `${host}:${port}`),
    },
  ],
  route: [
    {
      id: 'paths',
      header: t('kong-objects.paths'),
      sortable: true,
      cell: ({ hosts = [], paths = [] }) => listOf([...hosts, ...paths]),
    },
    { id: 'service', header: t('kong-objects.service'), sortable: true, cell: ({ service }) => named(service) },
  ],
  consumer: [
    {
      id: 'customer_id',
      header: t('kong-objects.custom-id'),
      sortable: true,
      cell: ({ customer_id: id }) => textOf(id),
    },
  ],
  plugin: [
    {
      id: 'scope',
      header: t('kong-objects.scope'),
      sortable: true,
      cell: ({ scope }) => (scope ? t(`kong-objects.scope-${scope}`) : null),
    },
    {
      id: 'service',
      header: t('kong-objects.works-on'),
      sortable: true,
      cell: ({ service, route, consumer }) => named(route ?? service ?? consumer),
    },
  ],
  upstream: [
    { id: 'slots', header: t('kong-objects.slots'), sortable: true, align: 'end', cell: ({ slots }) => slots },
  ],
  certificate: [
    { id: 'snis', header: t('kong-objects.snis'), sortable: true, cell: ({ snis }) => listOf(snis) },
    {
      id: 'expiresAt',
      header: t('kong-objects.expires'),
      sortable: true,
      align: 'end',
      cell: ({ expiresAt }) => <ExpiryDate at={expiresAt ?? null} />,
    },
  ],
});

/** The columns of a list of objects. */
export const objectColumns = (
  t: TFunction,
  kind: ListedKind,
  { onOpen, openId }: Ways,
): readonly Column<ObjectRow>[] => [
  {
    id: 'name',
    header: t('kong-objects.name'),
    sortable: true,
    cell: (row) => (
      <Button
        variant="link"
        className="max-w-full text-table"
        aria-expanded={row.id === openId}
        onClick={() => onOpen(row)}
      >
        <bdi className={cn('truncate', !row.enabled && 'text-muted line-through')} title={nameOf(row)}>
          {nameOf(row)}
        </bdi>
      </Button>
    ),
  },
  ...own(t)[kind],
  {
    id: 'owner',
    header: t('kong-objects.owner'),
    sortable: true,
    cell: ({ owner, isOwn }) => {
      if (owner) return <bdi>{owner.apiName}</bdi>;
      return isOwn ? t('common.product') : <Badge>{t('kong-objects.foreign')}</Badge>;
    },
  },
  {
    id: 'tags',
    header: t('kong-objects.tags'),
    sortable: true,
    cell: ({ tags }) => listOf(tags.slice(0, 3)),
  },
  {
    id: 'createdAt',
    header: t('kong-objects.created'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
