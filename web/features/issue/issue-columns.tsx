import type { TFunction } from 'i18next';
import { Paperclip } from 'lucide-react';
import type { IssueRow } from '#domain/issue/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { IssueStateDot } from './issue-state-dot.tsx';

type Opening = Readonly<{ openId: number | undefined; onOpen: (id: number) => void }>;

/** `id` is the field that the server sorts by. */
export const issueColumns = (t: TFunction, { openId, onOpen }: Opening): readonly Column<IssueRow>[] => [
  {
    id: 'id',
    header: t('issues.id'),
    sortable: true,
    cell: ({ id }) => <span className="text-muted tabular-nums">{id}</span>,
  },
  {
    id: 'title',
    header: t('issues.issue'),
    sortable: true,
    cell: ({ id, title, file }) => (
      <span className="flex min-w-0 items-center gap-1.5 sm:max-w-md">
        <button
          type="button"
          title={title}
          aria-current={id === openId ? 'true' : undefined}
          onClick={() => onOpen(id)}
          className="min-w-0 truncate rounded-control text-start font-medium after:absolute after:inset-0 hover:text-accent-text"
        >
          <bdi>{title}</bdi>
        </button>
        {file && <Paperclip role="img" aria-label={t('issues.attachment')} className="size-3.5 shrink-0 text-muted" />}
      </span>
    ),
  },
  {
    id: 'state',
    header: t('issues.state'),
    sortable: true,
    cell: ({ state }) => <IssueStateDot state={state} />,
  },
  {
    id: 'reporter',
    header: t('issues.reporter'),
    named: ({ reporter: { id, name, email } }) => ({ id, name: name || email, texts: [email] }),
    cell: ({ reporter: { name, email } }) => <bdi title={email}>{name || email}</bdi>,
  },
  {
    id: 'organization',
    header: t('issues.organization'),
    cell: ({ reporter: { organizationName } }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
  {
    id: 'reportedAt',
    header: t('issues.reported'),
    sortable: true,
    align: 'end',
    cell: ({ reportedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={reportedAt} />
      </span>
    ),
  },
];
