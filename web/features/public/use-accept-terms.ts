import { useEffect } from 'react';
import { termsVersion } from '#domain/user/terms.ts';
import { useCommand } from '../../api/use-command.ts';
import { acceptTermsCommand } from '../user/shared/queries.ts';
import { takeAcceptance } from './pending-acceptance.ts';

/**
 * Records that the shown version of the terms was accepted. It does so at once if the user accepted before the login.
 */
export const useAcceptTerms = () => {
  const command = useCommand(acceptTermsCommand);
  const accept = () => void command.run({ body: { version: termsVersion } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
  useEffect(() => {
    if (takeAcceptance(Date.now())) accept();
  }, []);

  return { accept, isSending: command.state === 'sending', isAccepted: command.state === 'done' };
};
