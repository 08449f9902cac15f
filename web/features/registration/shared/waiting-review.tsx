import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { isPortalAdmin } from '../../../api/roles.ts';
import { useUser } from '../../../api/session.tsx';
import { GoneDialog } from '../../../components/layout/gone-dialog.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { registrationOptions, type Scope } from './queries.ts';

const ReviewDialog = lazy(() => import('../review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })));

type Props = Readonly<{ id: number; onClose: () => void }>;

/** The review of one request for an account, by its number. */
export const Review = ({ scope, id, onClose }: Props & Readonly<{ scope: Scope }>) => {
  const t = useLazyTexts('registrations');
  const { data, error, isPending } = useQuery(registrationOptions(scope, id));
  if (isPending) return null;
  const request = data?.accessRequests[0];
  if (!request)
    return (
      <GoneDialog
        title={t('registrations.title-gone')}
        text={t('registrations.text-gone')}
        error={error}
        onClose={onClose}
      />
    );
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
};

/** The same for whoever may decide it: all requests, or those of the reader's organization. */
export const WaitingReview = (props: Props) => <Review scope={isPortalAdmin(useUser()) ? 'all' : 'own'} {...props} />;
