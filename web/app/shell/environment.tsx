import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { installationQuery } from '../../api/installation.ts';
import { notice } from '../../api/notice.ts';

/** Names the installation, so that nobody takes a test for production. */
export const EnvironmentBadge = () => {
  const { t } = useTranslation();
  const { data, isError } = useQuery(installationQuery);
  useEffect(() => {
    if (isError) notice.error(t('shell.environment-invalid'), { persistent: true });
  }, [isError, t]);
  if (!data || data.environment === 'prod') return null;
  return (
    <span
      title={t('shell.environment', { environment: data.environment })}
      className="rounded-full border border-control px-2 py-px font-medium text-[0.6875rem] text-muted uppercase leading-4 tracking-wide"
    >
      {data.environment}
    </span>
  );
};
