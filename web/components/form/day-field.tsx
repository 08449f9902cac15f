import type { SyntheticEvent } from 'react';
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

/** A day, `YYYY-MM-DD` in the form. Null: none. '', which the schema refuses: a part of the day is missing. */
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
  /** A half-typed day has no value, as no day has. In Chromium it is not even a change, so each key and the end of typing are looked at. */
  const look = ({ currentTarget: { value, validity } }: SyntheticEvent<HTMLInputElement>) => {
    const day = validity.badInput ? '' : value || null;
    if (day !== field.value) field.onChange(day);
  };
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {(props) => (
        <DayInput
          {...input}
          {...props}
          {...field}
          value={field.value ?? ''}
          onChange={(_day, event) => look(event)}
          onKeyUp={look}
          onBlur={(event) => {
            look(event);
            field.onBlur();
          }}
        />
      )}
    </Field>
  );
};
