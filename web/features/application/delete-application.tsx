import { useQuery } from '@tanstack/react-query';
import { getLosingKeysOfApplication } from '#domain/application/calls.ts';
import type { ApplicationDetail } from '#domain/application/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LosingKeys, losingKeysOptions } from '../consumer/shared/losing-keys.tsx';
import { deleteCommand } from './shared/queries.ts';

type Props = Readonly<{ application: ApplicationDetail; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks for the typed name before an application is deleted. Says how many APIs are deleted with it, and whose keys stop. */
export const DeleteApplication = ({ application: { id, name, apis }, open, onOpenChange }: Props) => {
  const t = useLazyTexts('applications');
  const deletion = useCommand(deleteCommand);
  const losing = useQuery({ ...losingKeysOptions(getLosingKeysOfApplication, id), enabled: open });
  const confirm = async () => {
    await deletion.run({ parameters: { id } });
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('applications.delete-title', { name })}
      text={
        <>
          <p>{t('applications.delete-text')}</p>
          {apis.length > 0 && (
            <>
              <p className="mt-2 font-medium text-foreground">
                {t('applications.delete-apis', { count: apis.length })}
              </p>
              <ul className="mt-1 max-h-32 list-disc overflow-y-auto ps-5">
                {apis.map((api) => (
                  <li key={api.id}>
                    <bdi className="[overflow-wrap:anywhere]">{api.name}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          <LosingKeys query={losing} />
        </>
      }
      action={t('applications.delete')}
      expected={name}
      isReady={!losing.isPending}
      isPending={deletion.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
