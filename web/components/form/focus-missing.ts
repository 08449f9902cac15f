import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { comingMessage } from './coming-message.ts';

/**
 * Gives the focus to the first of these fields whose value the form would refuse.
 *
 * @param names the fields in their order on the screen.
 * @returns whether there is one.
 */
export const focusMissing = <V extends FieldValues, C, T>(
  { control, setFocus }: Pick<UseFormReturn<V, C, T>, 'control' | 'setFocus'>,
  names: readonly FieldPath<V>[],
): boolean => {
  const missing = names.find((name) => comingMessage(control, name) !== '');
  if (missing !== undefined) setFocus(missing);
  return missing !== undefined;
};
