import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { environmentsOptions } from './shared/queries.ts';

/** Links to deploy an API to the environments where it is not deployed yet. */
export const MoreEnvironments = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const { data = [] } = useQuery(environmentsOptions);
  const free = data.filter((environment) => api.deployments.every(({ env }) => env !== environment));
  if (free.length === 0 || api.format === 'pdf') return null;
  return (
    <p className="flex flex-wrap items-center gap-2 border-border border-t px-3 py-2.5 text-muted text-xs">
      {t('deployments.deploy-to')}
      {free.map((environment) => (
        <Link
          key={environment}
          href={`/api-deploy/${api.id}/${encodeURIComponent(api.name)}/${environment}`}
          aria-label={t('deployments.submit', { environment })}
          className="rounded-control hover:opacity-80"
        >
          <EnvironmentTag environment={environment} />
        </Link>
      ))}
    </p>
  );
};
