import { useState } from 'react';
import { useSession } from '../../api/session.tsx';

/**
 * Returns the key of a draft: whose it is, and what it is about. Only the first value counts: a form stays the one that was
 * opened, also when its data is read again.
 */
export const useDraftKey = (about: string): string => {
  const session = useSession();
  const [key] = useState(`${session.status === 'signed-in' ? session.user.id : 'nobody'}-${about}`);
  return key;
};
