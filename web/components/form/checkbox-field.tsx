import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { CheckBox } from './check-box.tsx';
import type { FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & { disabled?: boolean };

/** The check box of a form's field. */
export const CheckboxField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  ...texts
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  const { value, ...input } = field;
  return <CheckBox {...texts} {...input} checked={value === true} {...messages} />;
};
