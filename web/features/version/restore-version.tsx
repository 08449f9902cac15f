import type { ApiDetail } from '#domain/api/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { restoreCommand } from './shared/queries.ts';

type Props = Readonly<{ api: ApiDetail; revision: number; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before an older version becomes current again. */
export const RestoreVersion = ({ api, revision, open, onOpenChange }: Props) => {
  const t = useLazyTexts('versions');
  const command = useCommand(restoreCommand);
  const confirm = async () => {
    if (await command.run({ parameters: { id: api.id, revision } })) onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('versions.restore-title', { revision })}
      text={t('versions.restore-text', { revision, next: api.revision + 1 })}
      action={t('versions.restore')}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
