import { useLinkedRequest } from '../../components/layout/use-linked-request.ts';
import { WaitingReview } from './shared/waiting-review.tsx';

/** Opens the request that the address names over the lists: its review, or its decision. */
export const LinkedDeletion = () => {
  const { id, close } = useLinkedRequest();
  return id === undefined ? null : <WaitingReview key={id} id={id} onClose={close} />;
};
