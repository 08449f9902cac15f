import {
  BadgeAlert,
  Ban,
  Bell,
  CircleCheck,
  CircleX,
  ClipboardList,
  Clock,
  KeyRound,
  type LucideIcon,
  MessageSquareCheck,
  RotateCcw,
  ShieldAlert,
  ShieldQuestion,
  Split,
  Trash2,
  UserCheck,
  Users,
} from 'lucide-react';
import type { NoticeKind } from '#domain/notice/notice.ts';
import type { NoticeRow } from '#domain/notice/schema.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { noticeDetail, noticeSentence } from './notice-text.ts';

const looks: Partial<Record<NoticeKind, readonly [LucideIcon, string]>> = {
  'access-asked': [ShieldQuestion, 'text-warning'],
  'access-approved': [CircleCheck, 'text-success'],
  'access-denied': [Ban, 'text-danger'],
  'access-revoked': [Ban, 'text-danger'],
  'access-given': [CircleCheck, 'text-success'],
  'access-taken': [Ban, 'text-danger'],
  'access-ends': [Clock, 'text-warning'],
  'access-ending': [Clock, 'text-warning'],
  'access-stays': [CircleCheck, 'text-success'],
  'key-ending': [Clock, 'text-warning'],
  'key-ended': [KeyRound, 'text-muted'],
  'key-removed': [KeyRound, 'text-danger'],
  'deployment-removed': [Trash2, 'text-danger'],
  'api-deleted': [Trash2, 'text-danger'],
  'application-deleted': [Trash2, 'text-danger'],
  'organization-deleted': [Trash2, 'text-danger'],
  'operation-failed': [CircleX, 'text-danger'],
  'operation-cancelled': [CircleX, 'text-muted'],
  'case-handed-over': [UserCheck, 'text-info'],
  'cause-handed-over': [UserCheck, 'text-info'],
  'operation-recovered': [RotateCcw, 'text-success'],
  'issue-closed': [MessageSquareCheck, 'text-success'],
  'protection-lost': [ShieldAlert, 'text-danger'],
  'foreign-object': [Split, 'text-danger'],
  'certificate-ending': [BadgeAlert, 'text-warning'],
  'kafka-rights': [ShieldAlert, 'text-danger'],
  'approval-asked': [Users, 'text-warning'],
  'approval-given': [CircleCheck, 'text-success'],
  'approval-denied': [Ban, 'text-danger'],
  'approval-lapsed': [Clock, 'text-danger'],
  'review-started': [ClipboardList, 'text-warning'],
  'review-due': [Clock, 'text-warning'],
  'decision-overdue': [Clock, 'text-danger'],
};

type Props = Readonly<{
  notice: NoticeRow;
  /** Opens the subject of the notice. Undefined if it is gone. */
  onOpen: (() => void) | undefined;
  onRead: () => void;
}>;

/** One notice: what happened, why and when. A click opens its subject. */
export const NoticeItem = ({ notice, onOpen, onRead }: Props) => {
  const t = useLazyTexts('notices', 'operations', 'foreign-objects');
  const format = useFormat();
  const errorText = useErrorText();
  const [Icon, colour] = looks[notice.kind] ?? [Bell, 'text-muted'];
  const sentence = noticeSentence(t, notice);
  const detail = noticeDetail(t, format, errorText, notice);
  return (
    <li tabIndex={-1} className={cn('relative flex gap-3 px-4 py-3', onOpen && 'hover:bg-hover')}>
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <p className={cn('break-words', notice.read ? 'text-muted' : 'font-medium')}>
          {onOpen ? (
            <button
              type="button"
              onClick={onOpen}
              className="rounded-control text-start after:absolute after:inset-0 hover:text-accent-text"
            >
              {sentence}
            </button>
          ) : (
            sentence
          )}
          {!notice.read && <span className="sr-only">{t('notices.is-unread')}</span>}
        </p>
        {detail && (
          <p dir="auto" className="mt-0.5 whitespace-pre-line break-words text-muted text-table">
            {detail}
          </p>
        )}
        <p className="relative z-[1] mt-1 w-fit text-muted text-xs">
          {notice.by && (
            <>
              <bdi>{notice.by}</bdi>
              {' · '}
            </>
          )}
          <RelativeTime at={notice.at} />
        </p>
      </div>
      {!notice.read && (
        <Button
          variant="quiet"
          size="small"
          className="relative z-[1] -me-2"
          onClick={({ currentTarget }) => {
            // The button disappears after the click. The focus stays at the notice.
            currentTarget.closest('li')?.focus();
            onRead();
          }}
        >
          <span aria-hidden className="size-2 rounded-full bg-accent" />
          <span className="max-sm:sr-only">{t('notices.read')}</span>
          <span className="sr-only">{sentence}</span>
        </Button>
      )}
    </li>
  );
};
