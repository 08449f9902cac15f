import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithSecond } from '../text/told-apart.tsx';
import { cn } from '../ui/cn.ts';
import { controlClasses } from '../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { LongChoices } from './long-choices.tsx';
import type { SelectInputProps } from './select-options.ts';

/** A select of many options: typing narrows them. */
export const LongSelectInput = ({
  options,
  placeholder,
  disabled,
  none,
  value,
  onChange,
  label,
  ...trigger
}: SelectInputProps) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const text = chosen?.label ?? none;
  return (
    <Popover modal open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        role="combobox"
        disabled={disabled}
        className={cn(controlClasses, 'flex h-9 items-center justify-between gap-2 text-start')}
        {...trigger}
      >
        <WithSecond second={chosen?.second}>
          <bdi className={cn('truncate', text === undefined && 'text-muted')}>
            {text ?? placeholder ?? t('common.choose')}
          </bdi>
        </WithSecond>
        <ChevronDown className="size-4 shrink-0 text-muted" />
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-(--radix-popover-trigger-width) min-w-64 max-w-[calc(100vw-24px)] p-0"
        aria-label={label}
      >
        <LongChoices
          label={label}
          choices={options}
          none={none}
          isChosen={(choice) => choice === (value ?? undefined)}
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
