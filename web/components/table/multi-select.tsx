import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LongChoices } from '../form/long-choices.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { controlClasses } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

type Value = string | number;

type MultiSelectOption<V extends Value> = Readonly<{ value: V; label: string; second?: string | undefined }>;

type Props<V extends Value> = Readonly<{
  label: string;
  options: readonly MultiSelectOption<V>[];
  selected: readonly V[];
  onChange: (selected: V[]) => void;
  disabled?: boolean;
  /** Text for no choice. Default: "All". */
  noneText?: string | undefined;
  className?: string;
}>;

/**
 * Several choices. Enter or a click opens it, typing narrows the list, arrow keys and Enter choose. In a filter no choice
 * means all.
 */
export const MultiSelect = <V extends Value>({
  label,
  options,
  selected,
  onChange,
  disabled = false,
  noneText,
  className,
}: Props<V>) => {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = (value: V): string => {
    const { label = String(value), second } = options.find((option) => option.value === value) ?? {};
    return second === undefined ? label : `${label} · ${second}`;
  };
  const names = selected.map(nameOf);
  const toggle = (value: V) =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]);

  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Popover>
        <PopoverTrigger
          id={id}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}`}
          className={cn(controlClasses, 'flex h-9 items-center gap-1.5 text-start')}
        >
          <span className={cn('min-w-0 flex-1 truncate', names.length === 0 && 'text-muted')}>
            {names.length === 0 ? (noneText ?? t('common.all')) : names.join(', ')}
          </span>
          {names.length > 1 && (
            <span className="rounded-[4px] bg-accent-soft px-1.5 font-medium text-accent-text text-xs tabular-nums">
              {names.length}
            </span>
          )}
          <ChevronDown className="size-4 shrink-0 text-muted" />
        </PopoverTrigger>
        <PopoverContent align="start" className="w-72 max-w-[calc(100vw-24px)] p-0" aria-label={label}>
          <LongChoices
            label={label}
            choices={options}
            isMultiple
            isChosen={(value) => value !== undefined && selected.includes(value)}
            onChoose={(value) => value !== undefined && toggle(value)}
            mark={(isChosen) => (
              <span
                aria-hidden
                className={cn(
                  'flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control',
                  isChosen && 'border-accent bg-accent text-on-accent',
                )}
              >
                {isChosen && <Check strokeWidth={3} className="size-3!" />}
              </span>
            )}
          >
            {selected.length > 0 && (
              <div className="border-border border-t p-1">
                <Button variant="quiet" size="small" className="w-full" onClick={() => onChange([])}>
                  {t('common.clear-selection')}
                </Button>
              </div>
            )}
          </LongChoices>
        </PopoverContent>
      </Popover>
    </div>
  );
};
