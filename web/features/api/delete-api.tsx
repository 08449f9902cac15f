import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { removeApi } from '#domain/api/calls.ts';
import { getLosingKeysOfApi } from '#domain/api/deletion-calls.ts';
import type { ApiDetail } from '#domain/api/schema.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { type CommandDefinition, useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { LosingKeys, losingKeysOptions } from '../consumer/shared/losing-keys.tsx';
import { apisKey } from './shared/queries.ts';

const deleteApiCommand = {
  call: removeApi,
  invalidates: [apisKey, consumersKey],
  failure: 'apis.delete-failed',
} satisfies CommandDefinition;

type Props = Readonly<{ api: ApiDetail; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks for the typed name before an API is deleted. Says how many deployments are deleted with it, and whose keys stop. */
export const DeleteApi = ({ api, open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const deletion = useCommand(deleteApiCommand);
  const losing = useQuery({ ...losingKeysOptions(getLosingKeysOfApi, api.id), enabled: open });
  const confirm = async () => {
    if (await deletion.run({ parameters: { id: api.id } })) onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('apis.delete-title', { name: api.name })}
      text={
        <>
          <p>{t('apis.delete-text')}</p>
          {api.deployments.length > 0 && (
            <p className="mt-2 font-medium text-foreground">
              {t('apis.delete-deployments', { count: api.deployments.length })}
            </p>
          )}
          <LosingKeys query={losing} />
        </>
      }
      action={api.environments.includes('PROD') ? t('apis.delete-action-prod') : t('apis.delete')}
      expected={api.name}
      isReady={!losing.isPending}
      isPending={deletion.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
