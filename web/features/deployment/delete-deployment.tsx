import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { getLosingKeysOfDeployment } from '#domain/deployment/calls.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { LosingKeys, losingKeysOptions } from '../consumer/shared/losing-keys.tsx';
import { undeployCommand } from './shared/queries.ts';

type Props = Readonly<{ deployment: DeploymentRow; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before a deployment is deleted. Says whose keys stop. */
export const DeleteDeployment = ({ deployment, open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const command = useCommand(undeployCommand);
  const losing = useQuery({ ...losingKeysOptions(getLosingKeysOfDeployment, deployment.id), enabled: open });
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
          <LosingKeys query={losing} environment={deployment.env} />
        </>
      }
      action={deployment.env === 'PROD' ? t('deployments.delete-action-prod') : t('deployments.delete-action')}
      isReady={!losing.isPending}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
