import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { WithSecond } from '../text/told-apart.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { textOf, valueOfText } from './option.ts';
import type { SelectInputProps } from './select-options.ts';

const LongSelectInput = lazy(() =>
  import('./long-select-input.tsx').then((module) => ({ default: module.LongSelectInput })),
);

/** Stands for "nothing chosen", because Radix allows no item with an empty value. */
const noneValue = '\u0000';

/** More options than this can be searched. */
const fewOptions = 20;

const ShortSelectInput = ({
  options,
  placeholder,
  disabled = false,
  none,
  value,
  onChange,
  label: _label,
  ...trigger
}: SelectInputProps) => {
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
            <WithSecond second={option.second}>
              <bdi>{option.label}</bdi>
            </WithSecond>
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
};

/** A select outside the form library. Many options can be searched. */
export const SelectInput = (props: SelectInputProps) =>
  props.options.length > fewOptions ? (
    <Suspense fallback={<Skeleton className="h-9 w-full" />}>
      <LongSelectInput {...props} />
    </Suspense>
  ) : (
    <ShortSelectInput {...props} />
  );
