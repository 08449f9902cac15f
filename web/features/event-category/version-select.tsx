import { useId } from 'react';
import { SelectInput } from '../../components/form/select-input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{
  label: string;
  versions: readonly number[];
  value: number;
  onChange: (version: number) => void;
}>;

/** Chooses a version of a category. */
export const VersionSelect = ({ label, versions, value, onChange }: Props) => {
  const t = useLazyTexts('event-categories');
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor={id} className="shrink-0 text-muted">
        {label}
      </Label>
      <div className="min-w-36">
        <SelectInput
          id={id}
          label={label}
          options={versions.map((version) => ({
            value: version,
            label: t('event-categories.version', { version }),
          }))}
          value={value}
          onChange={(chosen) => onChange(Number(chosen))}
        />
      </div>
    </div>
  );
};
