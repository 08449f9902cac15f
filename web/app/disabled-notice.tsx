import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { useSession } from '#web/api/session.tsx';

/** A disabled user is signed out and told so until they close it (specification 1, section 8). */
export const DisabledNotice = () => {
  const { t } = useTranslation();
  const session = useSession();
  const isDisabled = session.status === 'signed-out' && session.disabled;
  useEffect(() => {
    if (isDisabled)
      toast.error(t('shell.disabled'), { id: 'disabled', duration: Number.POSITIVE_INFINITY, closeButton: true });
  }, [isDisabled, t]);
  return null;
};
