import { useState } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { type Revealed, revealCommand, useRememberRevealed } from './shared/queries.ts';

/** Reads a key's secrets, which records the view, and keeps them for the commands in this tab. */
export const useReveal = () => {
  const command = useCommand(revealCommand);
  const remember = useRememberRevealed();
  const [shown, setShown] = useState<{ credentials: Revealed; open: boolean }>();
  const reveal = async (consumerId: number, deploymentId: number): Promise<boolean> => {
    const response = await command.run({ body: { consumerId } });
    if (!response) return false;
    const credentials = { ...response, deploymentId };
    remember(credentials);
    setShown({ credentials, open: true });
    return true;
  };
  return {
    reveal,
    isPending: command.state === 'sending',
    /** The last revealed secrets. They stay while the dialog fades. */
    credentials: shown?.credentials,
    isOpen: shown?.open ?? false,
    close: () => setShown((before) => before && { ...before, open: false }),
  };
};
