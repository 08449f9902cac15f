import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { consumersOptions } from '../consumer/shared/queries.ts';
import { undeployCommand } from './shared/queries.ts';

type Props = Readonly<{ deployment: DeploymentRow; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before a deployment is deleted. Says how many keys stop working. */
export const DeleteDeployment = ({ deployment, open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const command = useCommand(undeployCommand);
  const consumers = useQuery({ ...consumersOptions(deployment.apiId), enabled: open });
  const keys = consumers.data?.flatMap((group) =>
    group.deployments.filter(({ deploymentId, state }) => deploymentId === deployment.id && state !== 'failed'),
  ).length;
  const confirm = async () => {
    if (await command.run({ parameters: { id: deployment.id } })) onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deployments.delete-title', { path: deployment.path })}
      text={
        <>
          <p>
            <Trans
              i18nKey="deployments.delete-text"
              values={{ path: deployment.path }}
              components={[<bdi key="path" dir="ltr" />]}
            />
          </p>
          {keys !== undefined && (
            <p className="mt-2 font-medium text-foreground">
              {keys === 0 ? t('deployments.delete-no-keys') : t('deployments.delete-keys', { count: keys })}
            </p>
          )}
        </>
      }
      action={deployment.env === 'PROD' ? t('deployments.delete-action-prod') : t('deployments.delete-action')}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
