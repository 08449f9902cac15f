import { useTranslation } from 'react-i18next';
import type { ApiRow } from '#domain/api/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Badge } from '../../components/ui/badge.tsx';

/** Shows the environments of an API, or that it is not deployed, or that it is being deleted. */
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
