import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog, confirmationWord } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { peopleByTwoOptions } from '../approval/shared/queries.ts';
import { eraseCommand } from './shared/queries.ts';

/** Erases the personal data of somebody whose request was denied. Asks first. */
export const EraseRequest = ({ id, onDone }: Readonly<{ id: number; onDone: () => void }>) => {
  const t = useLazyTexts('registrations');
  const [isAsking, setAsking] = useState(false);
  const command = useCommand(eraseCommand);
  const [, navigate] = useLocation();
  const byTwo = useQuery({ ...peopleByTwoOptions, enabled: isAsking }).data;
  const text = t('registrations.ask-text-erase');
  const erase = async () => {
    const done = await command.run({ body: { accessRequestId: id } });
    setAsking(false);
    if (!done) return;
    onDone();
    if (done.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
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
        text={byTwo ? `${text} ${t('registrations.by-two')}` : text}
        action={t('registrations.erase')}
        expected={confirmationWord}
        isPending={command.state === 'sending'}
        onConfirm={() => void erase()}
      />
    </>
  );
};
