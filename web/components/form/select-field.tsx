import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { type Option, textOf, valueOfText } from './option.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & {
    options: readonly Option[];
    placeholder?: string;
    disabled?: boolean;
    /** Text for "nothing chosen", if that is allowed. */
    none?: string;
  };

/** Stands for "nothing chosen", because Radix allows no item with an empty value. */
const noneValue = '\u0000';

export const SelectField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  options,
  placeholder,
  disabled,
  none,
}: Props<V, N>) => {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N>);
  const text = textOf(field.value);
  return (
    <Field label={label} help={help} required={required} className={className} error={fieldState.error?.message}>
      {(props) => (
        <Select
          value={text === '' && none !== undefined ? noneValue : text}
          disabled={disabled ?? false}
          onValueChange={(next) => field.onChange(next === noneValue ? undefined : valueOfText(options, next))}
        >
          <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
            <SelectValue placeholder={placeholder ?? t('common.choose')} />
          </SelectTrigger>
          <SelectContent>
            {none !== undefined && <SelectItem value={noneValue}>{none}</SelectItem>}
            {options.map((option) => (
              <SelectItem key={option.value} value={String(option.value)} disabled={option.disabled ?? false}>
                {option.label}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
};
