import { useTranslation } from 'react-i18next';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from './ui/select.tsx';

type Props<Value extends string> = Readonly<{
  label: string;
  value: Value | undefined;
  choices: readonly Value[];
  textOf: (value: Value) => string;
  onChange: (value: Value | undefined) => void;
}>;

const all = 'all';

/** One of a few, or all: a filter with its name in it. */
export const ChoiceFilter = <Value extends string>({ label, value, choices, textOf, onChange }: Props<Value>) => {
  const { t } = useTranslation();
  return (
    <Select value={value ?? all} onValueChange={(text) => onChange(choices.find((choice) => choice === text))}>
      <SelectTrigger aria-label={label} className="w-full sm:w-52">
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0 text-muted">{label}</span>
          <span className="truncate">
            <SelectValue />
          </span>
        </span>
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={all}>{t('common.all')}</SelectItem>
        {choices.map((choice) => (
          <SelectItem key={choice} value={choice}>
            {textOf(choice)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
};
