import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';

/** Returns texts for the gateway's other checks and changes. Empty if there are none. */
export const useProtectionText = () => {
  const { t } = useTranslation();
  return ({ protection }: DeploymentRow, { revision }: Pick<ApiDetail, 'revision'>): string[] => {
    const { addresses, bots, cors, transforms, lockedRevision } = protection;
    return [
      ...(addresses > 0 ? [t('deployments.protection-addresses', { count: addresses })] : []),
      ...(bots ? [t('deployments.protection-bots')] : []),
      ...(cors ? [t('deployments.protection-cors')] : []),
      ...(lockedRevision === null
        ? []
        : [
            lockedRevision === revision
              ? t('deployments.protection-locked')
              : t('deployments.lockdown-behind', { locked: lockedRevision, current: revision }),
          ]),
      ...(transforms ? [t('deployments.protection-transforms')] : []),
    ];
  };
};
