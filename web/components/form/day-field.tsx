import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { DayInput } from '../ui/day-input.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & {
    /** The earliest day, `YYYY-MM-DD`. */
    min?: string;
    disabled?: boolean;
  };

/** A day, `YYYY-MM-DD` in the form. Null: none. */
export const DayField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  ...input
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {(props) => (
        <DayInput
          {...input}
          {...props}
          {...field}
          value={field.value ?? ''}
          onChange={(day) => field.onChange(day === '' ? null : day)}
        />
      )}
    </Field>
  );
};
