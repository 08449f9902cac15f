import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { comingMessage } from './coming-message.ts';

/** What a field says of its value. `room`: the message that it gets if it is left as it is now. */
export type Messages = Readonly<{ error?: string | undefined; room?: string | undefined }>;

/** Connects a field with its form. */
export const useFormField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
}: Readonly<{ name: N; control: UseControllerProps<V, N>['control'] | undefined }>) => {
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N>);
  const messages: Messages = { error: fieldState.error?.message, room: comingMessage(control, name) };
  return { field, messages };
};
