import type { TFunction } from 'i18next';
import type { AuditRow } from '#domain/audit/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { useFormat } from '../../i18n/format.ts';
import { HistoryOutcomeDot } from '../history/shared/history-outcome-dot.tsx';
import { AuditPerson } from './audit-person.tsx';
import { nounText, thingText } from './audit-words.ts';

type Ways = Readonly<{ onOpen: (row: AuditRow) => void; openId: string | undefined }>;

/** Times are exact: whoever reviews compares them with other records. */
export const auditColumns = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  { onOpen, openId }: Ways,
): readonly Column<AuditRow>[] => [
  {
    id: 'happenedAt',
    header: t('audit.when'),
    cell: (row) => (
      <Button variant="link" className="text-table" aria-expanded={row.id === openId} onClick={() => onOpen(row)}>
        <time dateTime={row.happenedAt}>{format.dateTime(row.happenedAt)}</time>
      </Button>
    ),
  },
  {
    id: 'user',
    header: t('audit.who'),
    named: ({ user }) => ({ id: user?.id ?? 0, name: user?.name ?? '', texts: user ? [user.organizationName] : [] }),
    cell: (row) => <AuditPerson {...row} />,
  },
  { id: 'act', header: t('audit.what'), cell: ({ act }) => <Badge>{t(`audit.act.${act}`)}</Badge> },
  {
    id: 'thing',
    header: t('audit.on'),
    cell: (row) => (
      <span className="grid">
        <bdi className="truncate" title={thingText(t, row)}>
          {thingText(t, row) || nounText(t, row.noun)}
        </bdi>
        {thingText(t, row) !== '' && <span className="text-muted text-xs">{nounText(t, row.noun)}</span>}
      </span>
    ),
  },
  {
    id: 'organization',
    header: t('audit.organization'),
    cell: ({ organization }) => <bdi>{organization?.name ?? '–'}</bdi>,
  },
  { id: 'address', header: t('audit.from'), cell: ({ address }) => (address ? <Ltr>{address}</Ltr> : '–') },
  { id: 'outcome', header: t('audit.outcome'), cell: ({ outcome }) => <HistoryOutcomeDot outcome={outcome} /> },
];
