import { useTranslation } from 'react-i18next';
import type { ChangedSince } from '#domain/core/older-form.ts';
import { useSession } from '../../api/session.tsx';
import { RelativeTime } from '../text/relative-time.tsx';

/** Says who made the newest change, as far as the reader may know, and when. */
export const ChangedBy = ({ changed: { by, at } }: Readonly<{ changed: ChangedSince }>) => {
  const { t } = useTranslation();
  const session = useSession();
  const isOwn = session.status === 'signed-in' && session.user.id === by?.id;
  const who = isOwn ? t('older-form.by-you') : (by?.name ?? t('older-form.by-somebody'));
  return (
    <p className="text-muted text-table">
      <bdi className="font-medium text-foreground">{who}</bdi>
      {' · '}
      <RelativeTime at={at} />
    </p>
  );
};
