import type { UserRow, UserStanding } from '#domain/user/row.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const tones: Record<UserStanding, StatusTone> = {
  active: 'success',
  invited: 'info',
  'invitation-over': 'warning',
  suspended: 'danger',
  disabled: 'danger',
  deleted: 'neutral',
  erased: 'neutral',
};

/** How an account stands, as a dot with a word. */
export const Standing = ({ standing }: Pick<UserRow, 'standing'>) => {
  const t = useLazyTexts('people');
  return <StatusDot tone={tones[standing]}>{t(`people.standing-${standing}`)}</StatusDot>;
};
