import { useQuery } from '@tanstack/react-query';
import { accessRequestListQuery } from '#domain/access/schema.ts';
import { GoneDialog } from '../../../components/layout/gone-dialog.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { RequestStatusDot } from '../request-status-dot.tsx';
import { ReviewDialog } from '../review-dialog.tsx';
import { accessRequestsOptions } from './queries.ts';

/** The review of one request for access, by its number. It says what became of it when somebody else was faster. */
export const WaitingReview = ({ id, onClose }: Readonly<{ id: number; onClose: () => void }>) => {
  const t = useLazyTexts('review');
  const { data, error } = useQuery(accessRequestsOptions({ ...accessRequestListQuery.parse({}), id }));
  const request = data?.requests[0];
  if (!request)
    return data || error ? (
      <GoneDialog title={t('review.gone')} text={t('review.gone-text')} error={error} onClose={onClose} />
    ) : null;
  const state = <RequestStatusDot status={request.status} />;
  return <ReviewDialog request={request} state={state} intent="approve" open onClose={onClose} />;
};
