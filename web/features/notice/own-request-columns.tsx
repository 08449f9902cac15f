import type { TFunction } from 'i18next';
import type { OwnRequestRow, OwnRequestState } from '#domain/own-request/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';

const tones: Record<OwnRequestState, StatusTone> = {
  waiting: 'info',
  approved: 'success',
  denied: 'danger',
  revoked: 'danger',
  running: 'info',
  done: 'success',
  failed: 'danger',
  replaced: 'neutral',
  cancelled: 'neutral',
  open: 'info',
  closed: 'success',
};

const titleOf = (t: TFunction, { kind, eventCategory, operation, subject }: OwnRequestRow): string => {
  if (kind === 'access') return t(eventCategory ? 'notices.access-to-events' : 'notices.access-to');
  if (kind === 'issue') return subject;
  return operation ? `${t(`operations.kind.${operation.kind}`)} · ${subject}` : subject;
};

type Open = (kind: string, id: string | number) => void;

/** Returns a function that opens a row's subject. Undefined if it is gone or has no page. */
const openerOf = ({ operation, api, eventCategory }: OwnRequestRow, open: Open): (() => void) | undefined => {
  if (operation) return () => open('operation', operation.id);
  if (eventCategory && !eventCategory.deleted) return () => open('event-category', eventCategory.id);
  return api && !api.deleted ? () => open('api', api.id) : undefined;
};

/** `id` is the field that the server sorts by. */
export const ownRequestColumns = (t: TFunction, open: Open): readonly Column<OwnRequestRow>[] => [
  {
    id: 'what',
    header: t('notices.what-label'),
    cell: (row) => {
      const title = titleOf(t, row);
      const onOpen = openerOf(row, open);
      if (!onOpen) return <bdi title={title}>{title}</bdi>;
      return (
        <button
          type="button"
          title={title}
          onClick={onOpen}
          className="max-w-full truncate rounded-control text-start font-medium after:absolute after:inset-0 hover:text-accent-text"
        >
          <bdi>{title}</bdi>
        </button>
      );
    },
  },
  { id: 'kind', header: t('notices.kind-label'), cell: ({ kind }) => t(`notices.kind.${kind}`) },
  {
    id: 'api',
    header: t('notices.api'),
    named: ({ api, eventCategory }) => {
      const { id = 0, name = '' } = api ?? eventCategory ?? {};
      return { id: eventCategory ? `event-category ${id}` : id, name, texts: [] };
    },
    cell: ({ api, eventCategory }) => {
      const about = api ?? eventCategory;
      return about && <bdi title={about.name}>{about.name}</bdi>;
    },
  },
  {
    id: 'state',
    header: t('notices.state-label'),
    cell: ({ state }) => (
      <StatusDot tone={tones[state]} pulse={state === 'running'}>
        {t(`notices.state.${state}`)}
      </StatusDot>
    ),
  },
  {
    id: 'note',
    header: t('notices.answer'),
    cell: ({ note }) =>
      note && (
        <bdi title={note} className="relative z-[1] sm:max-w-72">
          {note}
        </bdi>
      ),
  },
  {
    id: 'requestedAt',
    header: t('notices.requested'),
    sortable: true,
    align: 'end',
    cell: ({ requestedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={requestedAt} />
      </span>
    ),
  },
  {
    id: 'changedAt',
    header: t('notices.changed'),
    sortable: true,
    align: 'end',
    cell: ({ changedAt }) => (
      <span className="relative z-[1]">
        <RelativeTime at={changedAt} />
      </span>
    ),
  },
];
