import type { ApiDetail } from '#domain/api/schema.ts';
import { useCommand } from '#web/api/use-command.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useLazyTexts } from '#web/i18n/lazy-texts.ts';
import { restoreCommand } from './queries.ts';

type Props = Readonly<{ api: ApiDetail; revision: number; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before an older version is made current again. */
export const RestoreVersion = ({ api, revision, open, onOpenChange }: Props) => {
  const t = useLazyTexts('versions');
  const command = useCommand(restoreCommand(api.id));
  const confirm = async () => {
    if (await command.run(revision)) onOpenChange(false);
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
