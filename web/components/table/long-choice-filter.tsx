import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongChoices } from '../form/long-choices.tsx';
import { cn } from '../ui/cn.ts';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { FilterText, filterTriggerClasses } from './choice-filter.tsx';

type Props = Readonly<{
  label: string;
  value: string | undefined;
  choices: readonly string[];
  textOf: (value: string) => string;
  secondOf?: (value: string) => string | undefined;
  onChange: (value: string | undefined) => void;
  className?: string | undefined;
}>;

/** A filter for one of many choices, or all. Like ChoiceFilter, but typing narrows the choices. */
export const LongChoiceFilter = ({ label, value, choices, textOf, secondOf, onChange, className }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger className={cn(filterTriggerClasses, className)}>
        <FilterText
          label={label}
          text={value === undefined ? t('common.all') : textOf(value)}
          second={value && secondOf?.(value)}
        />
      </PopoverTrigger>
      <PopoverContent align="start" className="w-72 max-w-[calc(100vw-24px)] p-0" aria-label={label}>
        <LongChoices
          label={label}
          choices={choices.map((choice) => ({ value: choice, label: textOf(choice), second: secondOf?.(choice) }))}
          none={t('common.all')}
          isChosen={(choice) => choice === value}
          onChoose={(choice) => {
            setOpen(false);
            onChange(choice);
          }}
          mark={(isChosen) => <Check aria-hidden className={cn('shrink-0', !isChosen && 'opacity-0')} />}
        />
      </PopoverContent>
    </Popover>
  );
};
