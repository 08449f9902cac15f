import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BusinessAreaRow } from '#domain/business-area/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { removeCommand } from './queries.ts';

/** Asks, then deletes a business area. The server refuses it while an API belongs to the area. */
export const RemoveBusinessArea = ({ area: { id, name } }: Readonly<{ area: BusinessAreaRow }>) => {
  const t = useLazyTexts('business-areas');
  const { close } = useDock();
  const [open, setOpen] = useState(false);
  const command = useCommand(removeCommand);
  const confirm = async () => {
    const removed = await command.run({ parameters: { id } });
    setOpen(false);
    if (removed) close();
  };
  return (
    <>
      <Button variant="quiet" className="me-auto text-danger" onClick={() => setOpen(true)}>
        <Trash2 />
        {t('business-areas.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('business-areas.delete-title', { name })}
        text={t('business-areas.delete-text')}
        action={t('business-areas.delete-action')}
        isPending={command.state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};
