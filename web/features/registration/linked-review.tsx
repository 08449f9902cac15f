import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { asProblem } from '../../api/problem-error.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { useLinkedRequest } from '../../components/layout/use-linked-request.ts';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { registrationOptions, type Scope } from './shared/queries.ts';

const ReviewDialog = lazy(() => import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })));

const Review = ({ scope, id, onClose }: Readonly<{ scope: Scope; id: number; onClose: () => void }>) => {
  const t = useLazyTexts('registrations');
  const errorText = useErrorText();
  const { data, error, isPending } = useQuery(registrationOptions(scope, id));
  if (isPending) return null;
  const request = data?.accessRequests[0];
  if (request)
    return (
      <Suspense>
        <ReviewDialog
          scope={scope}
          request={request}
          intent={request.status === 'NEW' ? 'approve' : 'read'}
          open
          onClose={onClose}
        />
      </Suspense>
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(error ? 'common.failed-title' : 'registrations.title-gone')}
      text={error ? errorText(asProblem(error)) : t('registrations.text-gone')}
    >
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t('common.close')}</Button>
        </DialogClose>
      </DialogFooter>
    </FormDialog>
  );
};

/** Opens the request that the address names (`?request=12`) over the list. */
export const LinkedReview = ({ scope }: { scope: Scope }) => {
  const { id, close } = useLinkedRequest();
  return id === undefined ? null : <Review key={id} scope={scope} id={id} onClose={close} />;
};
