import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { Field, type FieldTexts } from './field.tsx';
import { SelectInput } from './select-input.tsx';
import type { SelectOptions } from './select-options.ts';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> & FieldTexts & SelectOptions;

export const SelectField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  ...select
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  const { value, onChange, onBlur, ref } = field;
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {(props) => (
        <SelectInput {...props} {...select} label={label} value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
      )}
    </Field>
  );
};
