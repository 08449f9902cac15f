import type { TFunction } from 'i18next';
import { clockKinds } from '#domain/clock/kinds.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import type { NoticeRow } from '#domain/notice/schema.ts';
import type { Coded } from '../../i18n/error-text.ts';
import type { useFormat } from '../../i18n/format.ts';
import { leftToRight } from '../../i18n/left-to-right.ts';
import { subjectText } from '../operation/shared/subject-text.ts';

/** Returns the key of a sentence. Nobody ended what ended by itself. A rotation, whose old credentials end, names its operation. */
const sentenceOf = ({ kind, endsAt, operation }: NoticeRow) => {
  if (kind === 'access-revoked' && endsAt !== null) return 'access-ended';
  if (kind === 'key-removed' && endsAt !== null) return 'key-expired';
  return kind === 'key-ending' && operation === null ? 'key-ends' : kind;
};

/** Returns the sentence of a notice. `t` is the one of the lazy texts. */
export const noticeSentence = (t: TFunction, notice: NoticeRow): string => {
  const { kind, api, eventCategory, subject, environment, operation, object, issue, others } = notice;
  if (notice.effect)
    return t(`foreign-objects.came-${notice.effect}`, {
      path: leftToRight(`/${subject}`),
      name: object,
      key: notice.key ?? '',
    });
  if (kind === 'review-due' && others === 0) return t('notices.what.review-overdue');
  // Of an erasure the notice says no name.
  if (
    kind === 'approval-asked' ||
    kind === 'approval-given' ||
    kind === 'approval-denied' ||
    kind === 'approval-lapsed'
  )
    return t(`notices.what.${environment ? kind : (`${kind}-people` as const)}`, { environment: environment ?? '' });
  const overdue = clockKinds.find((one) => kind === 'decision-overdue' && one === object);
  if (overdue) return t(`notices.overdue.${overdue}`, { about: subject });
  return t(`notices.what.${sentenceOf(notice)}`, {
    api: api?.name ?? eventCategory?.name ?? '',
    organization: subject,
    application: subject,
    // A warning has the key's name of that day.
    key: (kind === 'key-ending' && subject) || notice.key || subject || t('notices.unnamed-key'),
    path: leftToRight(`/${subject}`),
    environment: environment ?? '',
    operation: operation ? t(`operations.kind.${operation.kind}`) : '',
    subject: operation ? subjectText(t, operation) : '',
    object,
    title: issue?.title ?? '',
  });
};

const withOthers = (t: TFunction, others: number, text: string): string =>
  others === 0 ? text : `${t('notices.others', { count: others })}\n${text}`;

/**
 * Returns further details: the note of a decision, the reason of a failure, or the next step. Empty if there are none.
 */
export const noticeDetail = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  errorText: (problem: Coded) => string,
  { kind, note, api, subject, eventCategory, operation, endsAt, others, keys }: NoticeRow,
): string => {
  // The day in UTC, as lists and mails have it. In the reader's zone it can be another one.
  const lastDay = (moment: string) => format.day(lastDayOf(new Date(moment)));
  const [problem] = operation?.problems ?? [];
  switch (kind) {
    case 'access-approved':
      return [note, endsAt ? t('notices.access-until', { day: lastDay(endsAt) }) : ''].filter(Boolean).join('\n');
    case 'access-denied':
      return note;
    case 'approval-asked':
    case 'approval-given':
    case 'approval-denied':
    case 'approval-lapsed':
      return [api ? `${api.name} · /${subject}` : '', note].filter(Boolean).join('\n');
    case 'access-ends':
      return endsAt
        ? t(eventCategory ? 'notices.subscriptions-end-at' : 'notices.keys-stop-at', { day: lastDay(endsAt) })
        : '';
    case 'operation-failed':
      return problem ? errorText(problem) : '';
    case 'key-ending':
      if (endsAt && operation === null) return t('notices.key-ends-at', { day: lastDay(endsAt) });
      return endsAt ? t('notices.ends', { when: format.dateTime(endsAt) }) : '';
    case 'access-ending':
      return t('notices.asked-to-decide');
    case 'access-revoked':
      return t(eventCategory ? 'notices.subscriptions-end' : 'notices.keys-stop');
    case 'deployment-removed':
    case 'api-deleted':
    case 'application-deleted':
    case 'organization-deleted':
      return keys > 0 ? t('notices.keys-stopped', { count: keys }) : '';
    case 'protection-lost':
      return withOthers(t, others, t(operation?.state === 'completed' ? 'notices.put-back' : 'notices.putting-back'));
    case 'certificate-ending':
      return [
        endsAt ? t('notices.certificate-ends', { when: format.dateTime(endsAt) }) : '',
        others > 0 ? t('notices.other-certificates', { count: others }) : '',
      ]
        .filter(Boolean)
        .join('\n');
    case 'kafka-rights':
      return [t('notices.kafka-rights'), others > 0 ? t('notices.other-rights', { count: others }) : '']
        .filter(Boolean)
        .join('\n');
    case 'review-started':
    case 'review-due':
      return endsAt ? t('notices.review-until', { day: lastDay(endsAt) }) : '';
    case 'decision-overdue':
      return endsAt ? t('notices.was-due', { when: format.dateTime(endsAt) }) : '';
    case 'foreign-object':
      return withOthers(t, others, t('notices.untouched'));
    default:
      return '';
  }
};
