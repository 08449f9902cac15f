import { useLinkedRequest } from '../../components/layout/use-linked-request.ts';
import type { Scope } from './shared/queries.ts';
import { Review } from './shared/waiting-review.tsx';

/** Opens the request that the address names (`?request=12`) over the list. */
export const LinkedReview = ({ scope }: { scope: Scope }) => {
  const { id, close } = useLinkedRequest();
  return id === undefined ? null : <Review key={id} scope={scope} id={id} onClose={close} />;
};
