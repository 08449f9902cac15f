import type { TFunction } from 'i18next';
import { Link } from 'wouter';
import type { AsOfRow, AsOfState } from '#domain/as-of/schema.ts';
import type { Role } from '#domain/core/role.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { useFormat } from '../../i18n/format.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { doerText, Span } from './as-of-span.tsx';

const tones: Record<AsOfState, StatusTone> = {
  working: 'success',
  waiting: 'neutral',
  late: 'danger',
  drift: 'danger',
};

/** The stream whose entries the audit shows of a row. */
const auditedOf = ({ noun, thing, application }: AsOfRow): string =>
  noun === 'owner' && application ? `application-${application.id}` : thing;

const nameOf = (t: TFunction, { noun, name, person }: AsOfRow): string => {
  if (noun === 'user' || noun === 'owner') return person?.name || t('audit.number', { id: person?.id ?? 0 });
  return name || t(`as-of.noun.${noun}`);
};

/** By what somebody could do it: a key, a subscription, an account. Its name leads to its entries in the audit. */
const What = ({ row, t }: { row: AsOfRow; t: TFunction }) => (
  <span className="grid min-w-0 justify-items-start">
    <Button variant="link" className="max-w-full text-table" asChild>
      <Link href={`/audit?thing=${auditedOf(row)}`}>
        <bdi className="truncate" title={nameOf(t, row)}>
          {nameOf(t, row)}
        </bdi>
      </Link>
    </Button>
    <span className="text-muted text-xs">
      {nameOf(t, row) !== t(`as-of.noun.${row.noun}`) && t(`as-of.noun.${row.noun}`)}
      {row.generation > 1 && ` · ${t('as-of.generation', { number: row.generation })}`}
    </span>
    {row.client && <Ltr className="max-w-56 truncate text-xs">{row.client}</Ltr>}
    {row.noun === 'user' && <RoleChips roles={row.roles as readonly Role[]} />}
    {row.lost.length > 0 && <bdi className="text-xs [overflow-wrap:anywhere]">{row.lost.join(', ')}</bdi>}
  </span>
);

/** Which API, topic, category or application it is about. */
const About = ({ row: { api, environment, topic, category, application } }: { row: AsOfRow }) => {
  const named = api ?? topic ?? category ?? application;
  if (!named) return '–';
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate" title={named.name}>
        {named.name || `#${named.id}`}
      </bdi>
      {environment && <EnvironmentTag environment={environment} />}
    </span>
  );
};

/** `id` is the field that the server sorts by. */
export const asOfColumns = (t: TFunction, format: ReturnType<typeof useFormat>): readonly Column<AsOfRow>[] => [
  {
    id: 'organization',
    header: t('audit.organization'),
    sortable: true,
    named: ({ organization }) => ({ id: organization?.id ?? 0, name: organization?.name ?? '', texts: [] }),
    cell: ({ organization }) =>
      organization ? <bdi>{organization.name}</bdi> : <span className="text-muted">{t('as-of.everybody')}</span>,
  },
  { id: 'name', header: t('as-of.by'), sortable: true, cell: (row) => <What row={row} t={t} /> },
  { id: 'api', header: t('as-of.on'), sortable: true, cell: (row) => <About row={row} /> },
  {
    id: 'state',
    header: t('as-of.state'),
    cell: ({ state }) => <StatusDot tone={tones[state]}>{t(`as-of.states.${state}`)}</StatusDot>,
  },
  {
    id: 'since',
    header: t('as-of.entitled'),
    sortable: true,
    cell: ({ entitled }) => <Span span={entitled} />,
  },
  {
    id: 'inForce',
    header: t('as-of.in-force'),
    cell: ({ inForce, drift, foundAt }) =>
      drift ? (
        <span className="grid">
          <Span span={drift} />
          {foundAt && (
            <span className="text-muted text-xs">{t('as-of.found-at', { at: format.dateTime(foundAt) })}</span>
          )}
        </span>
      ) : (
        <Span span={inForce} />
      ),
  },
  {
    id: 'given',
    header: t('as-of.given'),
    cell: ({ given }) =>
      given ? (
        <span className="grid min-w-32 whitespace-normal">
          <bdi>{doerText(t, given)}</bdi>
          <time dateTime={given.at} className="text-muted text-xs">
            {format.dateTime(given.at)}
          </time>
        </span>
      ) : (
        '–'
      ),
  },
];
