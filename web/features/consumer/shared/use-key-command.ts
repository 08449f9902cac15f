import type { endRotation, removeKey } from '#domain/consumer/calls.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { type CommandDefinition, useCommand } from '../../../api/use-command.ts';
import { useForgetRevealed } from './queries.ts';

/**
 * Sends a command that ends a key's secrets, then forgets the viewed secrets of that key.
 *
 * @param onDone called when the server has accepted the command.
 */
export const useKeyCommand = (
  definition: CommandDefinition<typeof removeKey | typeof endRotation>,
  { id }: ConsumerRow,
  onDone: () => void,
) => {
  const command = useCommand(definition);
  const forget = useForgetRevealed();
  const send = async () => {
    if (!(await command.run({ parameters: { id } }))) return;
    forget(id);
    onDone();
  };
  return { send: () => void send(), isPending: command.state === 'sending' };
};
