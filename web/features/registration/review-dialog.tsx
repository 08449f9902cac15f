import { lazy, Suspense, useState } from 'react';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import type { Intent } from '../../components/table/decision-actions.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OtherForm } from './other-form.tsx';
import { RegistrationFacts } from './registration-facts.tsx';
import type { Scope } from './shared/queries.ts';

const ApproveForm = lazy(() => import('./approve-form.tsx').then((module) => ({ default: module.ApproveForm })));
const DenyForm = lazy(() => import('./deny-form.tsx').then((module) => ({ default: module.DenyForm })));
const EraseRequest = lazy(() => import('./erase-request.tsx').then((module) => ({ default: module.EraseRequest })));

type Props = Readonly<{
  scope: Scope;
  request: RegistrationRow;
  /** The form that is shown first. */
  intent: Intent;
  open: boolean;
  onClose: () => void;
}>;

/** One request for an account: who asks, and the form that approves or denies it. Each form leads to the other one. */
export const ReviewDialog = ({ scope, request: given, intent: first, open, onClose }: Props) => {
  const t = useLazyTexts('registrations');
  const [intent, setIntent] = useState(first);
  // The decision changes the request. The form must stay until it closes.
  const [request] = useState(given);
  const form = { scope, request, onDone: onClose };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(`registrations.title-${intent}`)}
      text={t(`registrations.text-${intent}`)}
    >
      <RegistrationFacts request={request} />
      {intent === 'approve' && (
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <ApproveForm
            {...form}
            toDenial={<OtherForm text={t('registrations.title-deny')} onOpen={() => setIntent('deny')} />}
          />
        </Suspense>
      )}
      {intent === 'deny' && (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <DenyForm
            {...form}
            toApproval={<OtherForm text={t('registrations.title-approve')} onOpen={() => setIntent('approve')} />}
          />
        </Suspense>
      )}
      {intent === 'read' && (
        <DialogFooter>
          {scope === 'all' && request.status === 'DENIED' && !request.erased && (
            <Suspense>
              <EraseRequest id={request.id} onDone={onClose} />
            </Suspense>
          )}
          <DialogClose asChild>
            <Button>{t('common.close')}</Button>
          </DialogClose>
        </DialogFooter>
      )}
    </FormDialog>
  );
};
