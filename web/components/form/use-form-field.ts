import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { comingMessage } from './coming-message.ts';

/**
 * What a field says of its value.
 *
 * @property why  the question of why the server refused it, as JSON (`useCommand`).
 * @property room the message that it gets if it is left as it is now.
 */
export type Messages = Readonly<{ error?: string | undefined; why?: string | undefined; room?: string | undefined }>;

/** Connects a field with its form. */
export const useFormField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
}: Readonly<{ name: N; control: UseControllerProps<V, N>['control'] | undefined }>) => {
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N>);
  const { message: error, types } = fieldState.error ?? {};
  const why = typeof types?.why === 'string' ? types.why : undefined;
  const messages: Messages = { error, why, room: comingMessage(control, name) };
  return { field, messages };
};
