import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../ui/command.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { FilterText, filterTriggerClasses } from './choice-filter.tsx';

type Props = Readonly<{
  label: string;
  value: string | undefined;
  choices: readonly string[];
  textOf: (value: string) => string;
  onChange: (value: string | undefined) => void;
  className?: string | undefined;
}>;

/**
 * Maximum number of choices shown. People find the others by typing, because a list of thousands is slow and useless.
 */
const shownAtOnce = 100;

/** A filter for one of many choices, or all. Like ChoiceFilter, but typing narrows the choices. */
export const LongChoiceFilter = ({ label, value, choices, textOf, onChange, className }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const matching = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return wanted === '' ? choices : choices.filter((choice) => textOf(choice).toLowerCase().includes(wanted));
  }, [choices, textOf, words]);
  const open = (next: boolean) => {
    setWords('');
    setOpen(next);
  };
  const choose = (choice: string | undefined) => {
    open(false);
    onChange(choice);
  };
  const item = (choice: string | undefined, text: string) => (
    <CommandItem
      key={choice ?? 'all'}
      value={choice ?? 'all'}
      aria-checked={choice === value}
      onSelect={() => choose(choice)}
    >
      <Check aria-hidden className={cn('shrink-0', choice !== value && 'opacity-0')} />
      <bdi className="min-w-0 truncate" title={text}>
        {text}
      </bdi>
    </CommandItem>
  );
  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger className={cn(filterTriggerClasses, className)}>
        <FilterText label={label} text={value === undefined ? t('common.all') : textOf(value)} />
      </PopoverTrigger>
      <PopoverContent align="start" className="w-72 max-w-[calc(100vw-24px)] p-0" aria-label={label}>
        <Command shouldFilter={false} label={label}>
          <CommandInput placeholder={t('common.search')} dir="auto" value={words} onValueChange={setWords} />
          <CommandList>
            <CommandEmpty>{t('common.no-option')}</CommandEmpty>
            {words.trim() === '' && item(undefined, t('common.all'))}
            {matching.slice(0, shownAtOnce).map((choice) => item(choice, textOf(choice)))}
            {matching.length > shownAtOnce && (
              <p className="px-2 py-1.5 text-muted text-xs">
                {t('common.more-options', { count: matching.length - shownAtOnce })}
              </p>
            )}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
};
