import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { get } from '../../api/client.ts';
import { notice } from '../../api/notice.ts';

const response = z.object({ environment: z.enum(['local', 'dev', 'test', 'uat', 'prod']) });

export const environmentQuery = queryOptions({
  queryKey: ['session', 'environment'],
  queryFn: ({ signal }) => get(response, '/actuator/info', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Names the installation, so that nobody takes a test for production. */
export const EnvironmentBadge = () => {
  const { t } = useTranslation();
  const { data, isError } = useQuery(environmentQuery);
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
