import { useState } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog, confirmationWord } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { eraseCommand } from './shared/queries.ts';

/** Erases the personal data of somebody whose request was denied. Asks first. */
export const EraseRequest = ({ id, onDone }: Readonly<{ id: number; onDone: () => void }>) => {
  const t = useLazyTexts('registrations');
  const [isAsking, setAsking] = useState(false);
  const command = useCommand(eraseCommand);
  const erase = async () => {
    const done = await command.run({ body: { accessRequestId: id } });
    setAsking(false);
    if (done) onDone();
  };
  return (
    <>
      <Button variant="quiet" className="me-auto" onClick={() => setAsking(true)}>
        {t('registrations.erase')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('registrations.ask-erase')}
        text={t('registrations.ask-text-erase')}
        action={t('registrations.erase')}
        expected={confirmationWord}
        isPending={command.state === 'sending'}
        onConfirm={() => void erase()}
      />
    </>
  );
};
