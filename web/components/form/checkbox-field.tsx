import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { CheckBox } from './check-box.tsx';
import type { FieldTexts } from './field.tsx';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & { disabled?: boolean };

/** The check box of a form's field. */
export const CheckboxField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  ...texts
}: Props<V, N>) => {
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N>);
  const { value, ...input } = field;
  return <CheckBox {...texts} {...input} checked={value === true} error={fieldState.error?.message} />;
};
