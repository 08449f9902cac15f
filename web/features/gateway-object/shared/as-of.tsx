import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GatewayChoice } from '#domain/gateway-object/schema.ts';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { objectsKey } from './gateways.ts';

/** How old a list is, and a button that looks again. */
export const AsOf = ({ gateway }: { gateway: GatewayChoice | undefined }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  if (!gateway) return null;
  const { asOf, awaySince, name } = gateway;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
      {asOf === null ? (
        <span>{t('kong-objects.never-read')}</span>
      ) : (
        <span>
          {t('kong-objects.as-of')} <RelativeTime at={asOf} />
        </span>
      )}
      {awaySince !== null && (
        <span className="font-medium text-danger">
          {t('kong-objects.away', { name })} <RelativeTime at={awaySince} />
        </span>
      )}
      <Button variant="quiet" onClick={() => void client.invalidateQueries({ queryKey: objectsKey })}>
        <RefreshCw />
        {t('kong-objects.refresh')}
      </Button>
    </div>
  );
};
