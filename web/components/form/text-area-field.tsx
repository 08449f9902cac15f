import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';
import { Textarea } from '../ui/textarea.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & {
    /** Shows a counter such as "n / 1000". */
    maximum?: number;
    rows?: number;
    /** Begins with two rows and grows with its text, to five. Default: false. */
    grows?: boolean;
    disabled?: boolean;
    /** `ltr` for addresses and code. `auto` takes the direction of the text itself. */
    dir?: 'ltr' | 'auto';
  };

/** Two to five lines, with the padding and the border. */
const growing = 'field-sizing-content min-h-[calc(2lh+1rem+2px)] max-h-[calc(5lh+1rem+2px)]';

export const TextAreaField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  maximum,
  rows = 4,
  grows = false,
  disabled,
  dir = 'auto',
}: Props<V, N>) => {
  const { t } = useTranslation();
  const { field, messages } = useFormField({ name, control });
  const length = String(field.value ?? '').length;
  const counter = maximum !== undefined && (
    <span className={cn('shrink-0 tabular-nums', length > maximum && 'text-danger')}>
      {t('common.counter', { count: length, maximum })}
    </span>
  );
  return (
    <Field label={label} help={help} required={required} className={className} {...messages} counter={counter}>
      {(props) => (
        <Textarea
          {...props}
          {...field}
          value={field.value ?? ''}
          rows={grows ? 2 : rows}
          dir={dir}
          disabled={disabled}
          className={cn(dir === 'ltr' && 'font-mono text-table', grows && growing)}
        />
      )}
    </Field>
  );
};
