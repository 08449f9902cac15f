import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#domain/audit/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Who did it: a person, the portal itself, or somebody whom the reader may not see. */
export const AuditPerson = ({ user, isOther }: Pick<AuditRow, 'user' | 'isOther'>) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('audit');
  if (user) return <bdi title={user.organizationName}>{user.name || t('audit.number', { id: user.id })}</bdi>;
  return <span className="text-muted">{isOther ? t('audit.other') : words('common.product')}</span>;
};
