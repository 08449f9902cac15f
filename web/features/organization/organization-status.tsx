import type { OrganizationRow } from '#domain/organization/schema.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says what is unusual about an organization. Shows nothing for an active one. */
export const OrganizationStatus = ({
  organization: { status, requestDeleted },
}: {
  organization: Pick<OrganizationRow, 'status' | 'requestDeleted'>;
}) => {
  const t = useLazyTexts('organizations');
  if (status === 'deleting')
    return (
      <StatusDot tone="warning" pulse>
        {t('organizations.deleting')}
      </StatusDot>
    );
  return (
    <>
      {status === 'deactivated' && <StatusDot tone="danger">{t('organizations.deactivated')}</StatusDot>}
      {requestDeleted && <StatusDot tone="warning">{t('organizations.deletion-requested')}</StatusDot>}
    </>
  );
};
