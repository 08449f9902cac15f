import type { RegistrationRow } from '#domain/registration/schema.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ApproveForm } from './approve-form.tsx';
import { DenyForm } from './deny-form.tsx';
import type { Intent } from './intent.ts';
import { RegistrationFacts } from './registration-facts.tsx';
import type { Scope } from './shared/queries.ts';

type Props = Readonly<{
  scope: Scope;
  request: RegistrationRow;
  intent: Intent;
  open: boolean;
  onClose: () => void;
}>;

/** One request for an account: who asks, and the form that approves or denies it. */
export const ReviewDialog = ({ scope, request, intent, open, onClose }: Props) => {
  const t = useLazyTexts('registrations');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(`registrations.title-${intent}`)}
      text={t(`registrations.text-${intent}`)}
    >
      <RegistrationFacts request={request} />
      {intent === 'approve' && <ApproveForm scope={scope} request={request} onDone={onClose} />}
      {intent === 'deny' && <DenyForm scope={scope} request={request} onDone={onClose} />}
      {intent === 'read' && (
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t('common.close')}</Button>
          </DialogClose>
        </DialogFooter>
      )}
    </FormDialog>
  );
};
