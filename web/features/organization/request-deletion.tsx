import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Belongings } from './belongings.tsx';
import { requestDeletionCommand } from './deletion-queries.ts';
import { allAccepted } from './losing-organizations.tsx';
import { belongingsOptions } from './queries.ts';

type Props = Pick<OrganizationDetail, 'organization'> &
  Readonly<{ open: boolean; onOpenChange: (open: boolean) => void }>;

/** Says why an organization can't be deleted now. */
const Message = ({ text, open, onOpenChange }: { text: string } & Omit<Props, 'organization'>) => {
  const { t } = useTranslation();
  const words = useLazyTexts('organizations');
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent className="max-w-[400px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{words('organizations.message')}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </div>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button>{t('common.close')}</Button>
          </AlertDialogCancel>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/**
 * Says why an organization's keys keep it, or asks for its typed name, and for each organization that still calls its APIs.
 * Another administrator decides about the request.
 */
export const RequestDeletion = ({ organization: { id, name }, open, onOpenChange }: Props) => {
  const t = useLazyTexts('organizations', 'errors');
  const dock = useDock();
  const [accepted, setAccepted] = useState<readonly number[]>([]);
  const belongings = useQuery({ ...belongingsOptions(id), enabled: open });
  const command = useCommand(requestDeletionCommand);
  const confirm = async () => {
    const done = await command.run({ query: { id, accepted: accepted.join(',') } });
    onOpenChange(false);
    if (done) dock.close();
  };
  const frame = { open, onOpenChange };
  if (belongings.isError) return <Message {...frame} text={t('errors.portal.unavailable')} />;
  if (belongings.data === undefined) return <Message {...frame} text={t('organizations.checking')} />;
  if (belongings.data.usedLately) return <Message {...frame} text={t('errors.organization.used-lately')} />;
  return (
    <ConfirmDialog
      {...frame}
      title={t('organizations.sure')}
      text={
        <>
          <p>{t('organizations.delete-text', { name })}</p>
          <Belongings id={id} accepted={accepted} onAccept={setAccepted} />
        </>
      }
      action={t('organizations.delete')}
      expected={name}
      isReady={allAccepted(belongings.data.others, accepted)}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
