import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../form/select-input.tsx';
import type { SelectOptions } from '../form/select-options.ts';
import { Label } from '../ui/label.tsx';

type Props<Value extends string | number> = Pick<SelectOptions, 'options'> &
  Readonly<{
    label: string;
    value: Value | undefined;
    onChange: (value: Value | undefined) => void;
  }>;

/** A filter of a report by one of several choices, or all. Many choices can be searched. */
export const SelectFilter = <Value extends string | number>({ label, options, value, onChange }: Props<Value>) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <SelectInput
        id={id}
        label={label}
        options={options}
        none={t('common.all')}
        value={value}
        onChange={(chosen) => onChange(chosen as Value | undefined)}
      />
    </div>
  );
};
