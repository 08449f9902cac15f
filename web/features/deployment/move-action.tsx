import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { MoveDeployment } from './move-deployment.tsx';
import { gatewaysOptions } from './shared/queries.ts';

/** Opens the dialog that moves a deployment, where there is another gateway to move it to. */
export const MoveAction = ({ deployment, api }: Readonly<{ deployment: DeploymentRow; api: ApiDetail }>) => {
  const t = useLazyTexts('moving');
  const [isOpen, setOpen] = useState(false);
  const gateways = useQuery(gatewaysOptions).data ?? [];
  const others = gateways.filter(({ id }) => id !== deployment.kongServer?.id);
  if (others.length === 0) return null;
  return (
    <>
      <RowAction
        icon={ArrowRightLeft}
        word={t('moving.action')}
        label={t('moving.action-label', { path: deployment.path })}
        onClick={() => setOpen(true)}
      />
      <MoveDeployment
        deployment={deployment}
        api={api}
        gateways={gateways}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
};
