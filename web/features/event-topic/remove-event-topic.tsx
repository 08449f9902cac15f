import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EventTopicRow } from '#domain/event-topic/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LosingSubscriptions } from '../event-subscription/shared/losing-subscriptions.tsx';
import { removeCommand } from './queries.ts';

/** Asks for the typed name, then has a topic deleted with its messages. The server refuses it while something belongs to it. */
export const RemoveEventTopic = ({ topic }: Readonly<{ topic: EventTopicRow }>) => {
  const { id, name, organization, category, kafkaEnv } = topic;
  const t = useLazyTexts('event-topics');
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
        {t('event-topics.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('event-topics.delete-title', { name })}
        text={
          <>
            <p>{t('event-topics.delete-text', { kafka: kafkaEnv.name })}</p>
            <p className="mt-2">
              {t('event-topics.delete-loses', { organization: organization.name, category: category.name })}
            </p>
            {open && <LosingSubscriptions categoryId={topic.categoryId} topicId={id} />}
          </>
        }
        action={t('event-topics.delete-action')}
        expected={name}
        isPending={command.state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};
