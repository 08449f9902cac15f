import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EventCategoryRow } from '#domain/event-category/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { removeCommand } from './queries.ts';

/** Asks, then deletes an event category. The server refuses it while a topic belongs to the category. */
export const RemoveEventCategory = ({ category: { id, name } }: Readonly<{ category: EventCategoryRow }>) => {
  const t = useLazyTexts('event-categories');
  const [open, setOpen] = useState(false);
  const command = useCommand(removeCommand);
  const confirm = async () => {
    await command.run({ parameters: { id } });
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="me-auto text-danger"
        aria-label={t('event-categories.delete-of', { name })}
        onClick={() => setOpen(true)}
      >
        <Trash2 />
        {t('event-categories.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('event-categories.delete-title', { name })}
        text={t('event-categories.delete-text')}
        action={t('event-categories.delete-action')}
        isPending={command.state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};
