import { Check, ChevronDown } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../ui/command.tsx';
import { controlClasses } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

type Value = string | number;

type MultiSelectOption<V extends Value> = Readonly<{ value: V; label: string }>;

type Props<V extends Value> = Readonly<{
  label: string;
  options: readonly MultiSelectOption<V>[];
  selected: readonly V[];
  onChange: (selected: V[]) => void;
  disabled?: boolean;
  className?: string;
}>;

/**
 * Maximum number of choices shown. People find the others by typing, because a list of thousands is slow and useless.
 */
const shownAtOnce = 100;

/**
 * A filter for several choices. Enter or a click opens it, typing narrows the list, arrow keys and Enter choose. No
 * choice means all.
 */
export const MultiSelect = <V extends Value>({
  label,
  options,
  selected,
  onChange,
  disabled = false,
  className,
}: Props<V>) => {
  const { t } = useTranslation();
  const id = useId();
  const [words, setWords] = useState('');
  const matching = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return wanted === '' ? options : options.filter((option) => option.label.toLowerCase().includes(wanted));
  }, [options, words]);
  const names = selected.map((value) => options.find((option) => option.value === value)?.label ?? String(value));
  const toggle = (value: V) =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]);

  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Popover onOpenChange={() => setWords('')}>
        <PopoverTrigger
          id={id}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}`}
          className={cn(controlClasses, 'flex h-9 items-center gap-1.5 text-start')}
        >
          <span className={cn('min-w-0 flex-1 truncate', names.length === 0 && 'text-muted')}>
            {names.length === 0 ? t('common.all') : names.join(', ')}
          </span>
          {names.length > 1 && (
            <span className="rounded-[4px] bg-accent-soft px-1.5 font-medium text-accent-text text-xs tabular-nums">
              {names.length}
            </span>
          )}
          <ChevronDown className="size-4 shrink-0 text-muted" />
        </PopoverTrigger>
        <PopoverContent align="start" className="w-72 max-w-[calc(100vw-24px)] p-0" aria-label={label}>
          <Command shouldFilter={false} label={label}>
            <CommandInput placeholder={t('common.search')} dir="auto" value={words} onValueChange={setWords} />
            <CommandList aria-multiselectable>
              <CommandEmpty>{t('common.no-option')}</CommandEmpty>
              {matching.slice(0, shownAtOnce).map((option) => {
                const chosen = selected.includes(option.value);
                return (
                  <CommandItem
                    key={option.value}
                    value={String(option.value)}
                    aria-checked={chosen}
                    onSelect={() => toggle(option.value)}
                  >
                    <span
                      aria-hidden
                      className={cn(
                        'flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control',
                        chosen && 'border-accent bg-accent text-on-accent',
                      )}
                    >
                      {chosen && <Check strokeWidth={3} className="size-3!" />}
                    </span>
                    <span dir="auto" className="min-w-0 truncate">
                      {option.label}
                    </span>
                  </CommandItem>
                );
              })}
              {matching.length > shownAtOnce && (
                <p className="px-2 py-1.5 text-muted text-xs">
                  {t('common.more-options', { count: matching.length - shownAtOnce })}
                </p>
              )}
            </CommandList>
            {selected.length > 0 && (
              <div className="border-border border-t p-1">
                <Button variant="quiet" size="small" className="w-full" onClick={() => onChange([])}>
                  {t('common.clear-selection')}
                </Button>
              </div>
            )}
          </Command>
        </PopoverContent>
      </Popover>
    </div>
  );
};
