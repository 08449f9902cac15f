import type { TFunction } from 'i18next';
import type { DifferenceRow } from '#domain/difference/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DriftState } from './drift-state.tsx';
import { objectName } from './object-name.ts';
import { Since } from './since.tsx';

type Ways = Readonly<{ onOpen: (row: DifferenceRow) => void; openId: string | undefined }>;

const tones: Readonly<Record<DifferenceRow['form'], BadgeTone>> = {
  changed: 'warning',
  missing: 'danger',
  added: 'info',
  foreign: 'neutral',
};

/** The columns of the inbox. `id` is the field that the server sorts by. */
export const driftColumns = (t: TFunction, { onOpen, openId }: Ways): readonly Column<DifferenceRow>[] => [
  {
    id: 'object',
    header: t('drift.object'),
    sortable: true,
    cell: (row) => (
      <Button
        variant="link"
        className="max-w-full text-table"
        aria-expanded={row.id === openId}
        onClick={() => onOpen(row)}
      >
        <bdi className="truncate" title={objectName(t, row)}>
          {objectName(t, row)}
        </bdi>
      </Button>
    ),
  },
  {
    id: 'form',
    header: t('drift.form'),
    sortable: true,
    cell: ({ form }) => <Badge tone={tones[form]}>{t(`drift.form-${form}`)}</Badge>,
  },
  {
    id: 'subject',
    header: t('drift.subject'),
    sortable: true,
    cell: ({ subject, path }) => (
      <span className="grid justify-items-start">
        <bdi className="max-w-full truncate" title={subject.name}>
          {subject.name || '–'}
        </bdi>
        {path ? (
          <Ltr className="max-w-full truncate font-mono text-muted text-xs">{path}</Ltr>
        ) : (
          <span className="text-muted text-xs">{t(`drift.noun-${subject.noun}`)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'organization',
    header: t('drift.organization'),
    sortable: true,
    cell: ({ organization }) => <bdi>{organization?.name ?? '–'}</bdi>,
  },
  { id: 'resource', header: t('drift.resource'), sortable: true, cell: ({ resource }) => <bdi>{resource.name}</bdi> },
  { id: 'state', header: t('drift.state'), cell: (row) => <DriftState row={row} /> },
  {
    id: 'foundAt',
    header: t('drift.since'),
    sortable: true,
    align: 'end',
    cell: (row) => <Since row={row} />,
  },
];
