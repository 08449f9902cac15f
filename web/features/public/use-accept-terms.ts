import { useEffect } from 'react';
import { termsVersion } from '#domain/user/terms.ts';
import { useCommand } from '../../api/use-command.ts';
import { acceptTerms } from '../user/shared/queries.ts';
import { takeAcceptance } from './pending-acceptance.ts';

/** Records that the terms were accepted, in the version that is shown; at once when that was said before logging in. */
export const useAcceptTerms = () => {
  const command = useCommand(acceptTerms);
  const accept = () => void command.run({ version: termsVersion });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
  useEffect(() => {
    if (takeAcceptance(Date.now())) accept();
  }, []);

  return { accept, isSending: command.state === 'sending', isAccepted: command.state === 'done' };
};
