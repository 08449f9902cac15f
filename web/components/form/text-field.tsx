import type { ComponentProps } from 'react';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { Input } from '../ui/input.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts &
  Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'maxLength' | 'autoComplete' | 'disabled' | 'inputMode'> & {
    /** `ltr` for paths, hosts, ids and addresses. `auto` takes the direction of the text itself. */
    dir?: 'ltr' | 'auto';
  };

export const TextField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  dir = 'auto',
  disabled,
  ...input
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {(props) => (
        <Input
          {...input}
          {...props}
          {...field}
          value={field.value ?? ''}
          dir={dir}
          disabled={disabled}
          className={dir === 'ltr' ? 'font-mono text-table' : undefined}
        />
      )}
    </Field>
  );
};
