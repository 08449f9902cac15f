import type { TFunction } from 'i18next';
import type { DecisionRow } from '#domain/take-over/decisions.ts';
import type { Column } from '../../components/table/column.ts';
import { Code } from '../../components/text/code.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { noteText } from '../gateway-object/shared/note-text.ts';
import { DecisionStateCell } from './decision-state.tsx';

type Ways = Readonly<{ onOpen: (row: DecisionRow) => void; openId: string | undefined }>;

const Verdict = ({ verdict, t }: Pick<DecisionRow, 'verdict'> & { t: TFunction }) => {
  if (!verdict) return <span className="text-muted">–</span>;
  const [first] = verdict.refusals;
  if (!first) return <Badge tone="success">{t('take-overs.yes')}</Badge>;
  const why = noteText(t, `take-over.why-${first.code}`, first.parameters);
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <Badge tone="warning">{t('take-overs.against', { count: verdict.refusalsTotal })}</Badge>
      <bdi className="block max-w-80 truncate text-muted text-xs" title={why}>
        {why}
      </bdi>
    </span>
  );
};

/** The columns of the list. `id` is the field that the server sorts by. */
export const decisionColumns = (t: TFunction, { onOpen, openId }: Ways): readonly Column<DecisionRow>[] => [
  {
    id: 'name',
    header: t('take-overs.service'),
    sortable: true,
    cell: (row) => (
      <Button
        variant="link"
        className="max-w-full text-table"
        aria-expanded={row.id === openId}
        onClick={() => onOpen(row)}
      >
        <bdi className="truncate" title={row.name}>
          {row.name || row.id.slice(0, 8)}
        </bdi>
      </Button>
    ),
  },
  {
    id: 'host',
    header: t('kong-objects.host'),
    sortable: true,
    cell: ({ host }) => (host ? <Code>{host}</Code> : <span className="text-muted">–</span>),
  },
  { id: 'fit', header: t('take-overs.fit'), cell: ({ verdict }) => <Verdict verdict={verdict} t={t} /> },
  { id: 'keys', header: t('take-overs.keys'), align: 'end', cell: ({ verdict }) => verdict?.keysTotal },
  { id: 'state', header: t('take-overs.state'), sortable: true, cell: (row) => <DecisionStateCell row={row} /> },
  {
    id: 'decidedAt',
    header: t('take-overs.decided'),
    sortable: true,
    align: 'end',
    cell: ({ decidedAt, decidedBy }) =>
      decidedAt && (
        <span className="grid justify-items-end">
          <RelativeTime at={decidedAt} />
          {decidedBy && <bdi className="text-muted text-xs">{decidedBy}</bdi>}
        </span>
      ),
  },
];
