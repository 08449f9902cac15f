import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { cn } from '../ui/cn.ts';
import { Input } from '../ui/input.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & {
    /** For example "seconds" or "per minute". */
    unit?: string;
    disabled?: boolean;
    /** An empty field becomes null. */
    nullable?: boolean;
  };

/** Turns digits into a number. Other input stays text, so that the schema can report what is wrong. */
const numberOrText = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text);

export const NumberField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  unit,
  disabled,
  nullable = false,
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {(props) => (
        <div dir="ltr" className="relative">
          <Input
            {...props}
            {...field}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={field.value ?? ''}
            onChange={({ target: { value } }) =>
              field.onChange(nullable && value.trim() === '' ? null : numberOrText(value))
            }
            className={cn('tabular-nums', unit && 'pe-24')}
          />
          {unit && (
            <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted text-table">
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  );
};
