import type { TFunction } from 'i18next';
import type { CauseRow } from '#domain/operation/desk.ts';
import type { StatusTone } from '../../components/text/status-dot.tsx';
import type { useErrorText } from '../../i18n/error-text.ts';
import type { useFormat } from '../../i18n/format.ts';

type Ways = Readonly<{
  t: TFunction;
  errorText: ReturnType<typeof useErrorText>;
  format: ReturnType<typeof useFormat>;
}>;

/** What stands on the desk: it failed, waits, or is under way for long. */
export type Standing = 'failed' | 'waiting' | 'slow';
export const standingOf = ({ state }: Pick<CauseRow, 'state'>): Standing =>
  state === 'failed' || state === 'waiting' ? state : 'slow';

export const tones: Readonly<Record<Standing, StatusTone>> = { failed: 'danger', waiting: 'warning', slow: 'info' };

/** Returns why: the problem of the newest operation. */
export const causeTitle = ({ problem, state }: CauseRow, { t, errorText }: Pick<Ways, 't' | 'errorText'>): string => {
  if (problem) return errorText(problem);
  return t(state === 'requested' ? 'desk.not-begun' : 'desk.takes-long');
};

/** Returns what will happen next without anybody, and when. */
export const causeNext = (cause: CauseRow, { t, format }: Pick<Ways, 't' | 'format'>): string => {
  const { failureClass, resource, nextAttemptAt } = cause;
  const when = nextAttemptAt === null ? '' : format.dueTime(nextAttemptAt);
  switch (standingOf(cause)) {
    case 'failed':
      return t('desk.next-nothing');
    case 'slow':
      return t('desk.next-worker');
    default:
      if (failureClass === 'away')
        return resource === null ? t('desk.next-away') : t('desk.next-away-named', { resource });
      if (failureClass === 'waiting') return t('desk.next-other');
      if (failureClass === 'paused') return when ? t('desk.next-paused', { when }) : t('desk.next-person');
      return when ? t('desk.next-try', { when }) : t('desk.next-soon');
  }
};

/** Returns how much of the portal it touches: "2 APIs, 1 organization". */
export const causeReach = ({ apis, organizations }: CauseRow, { t, format }: Pick<Ways, 't' | 'format'>): string =>
  [
    ...(apis > 0 ? [t('desk.apis', { number: format.number(apis) })] : []),
    ...(organizations > 0 ? [t('desk.organizations', { number: format.number(organizations) })] : []),
  ].join(' · ');
