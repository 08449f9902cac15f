import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { type Option, textOf, valueOfText } from './option.ts';

export type SelectOptions = Readonly<{
  options: readonly Option[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Text for "nothing chosen", if that is allowed. */
  none?: string | undefined;
}>;

type Props = SelectOptions &
  Readonly<{
    value: Option['value'] | null | undefined;
    /** Gets undefined for "nothing chosen". */
    onChange: (value: Option['value'] | undefined) => void;
    onBlur?: (() => void) | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
    id?: string;
    'aria-describedby'?: string | undefined;
    'aria-invalid'?: boolean;
    'aria-required'?: boolean;
  }>;

/** Stands for "nothing chosen", because Radix allows no item with an empty value. */
const noneValue = '\u0000';

/** A select outside the form library. */
export const SelectInput = ({ options, placeholder, disabled = false, none, value, onChange, ...trigger }: Props) => {
  const { t } = useTranslation();
  const text = textOf(value);
  return (
    <Select
      value={text === '' && none !== undefined ? noneValue : text}
      disabled={disabled}
      onValueChange={(next) => onChange(next === noneValue ? undefined : valueOfText(options, next))}
    >
      <SelectTrigger {...trigger}>
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
  );
};
