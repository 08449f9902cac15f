import { useTranslation } from 'react-i18next';
import type { ApiRow } from '#domain/api/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Badge } from '../../components/ui/badge.tsx';

/** Where an API is served, or that it is served nowhere, or that it is on its way out. */
export const ApiState = ({ api }: { api: Pick<ApiRow, 'state' | 'environments'> }) => {
  const { t } = useTranslation();
  return (
    <>
      {api.state === 'deleting' && <Badge tone="danger">{t('apis.deleting')}</Badge>}
      {api.environments.length === 0 && api.state === 'published' && (
        <span className="text-muted text-xs">{t('apis.not-deployed')}</span>
      )}
      {api.environments.map((environment) => (
        <EnvironmentTag key={environment} environment={environment} />
      ))}
    </>
  );
};
