import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WithSecond } from '../text/told-apart.tsx';
import { cn } from '../ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx';
import { controlClasses } from '../ui/input.tsx';

type Props<Value extends string> = Readonly<{
  label: string;
  value: Value | undefined;
  choices: readonly Value[];
  textOf: (value: Value) => string;
  /** Returns what tells a choice from another one with the same text (`optionsOf`). */
  secondOf?: (value: Value) => string | undefined;
  onChange: (value: Value | undefined) => void;
  /** Text for "no choice". Default: "All". Null if something is always chosen. */
  allText?: string | null;
  className?: string;
}>;

const all = 'all';

export const filterTriggerClasses = cn(controlClasses, 'flex h-9 items-center justify-between gap-2 text-start');

/** Text of a filter's button: its name and the choice. */
export const FilterText = ({ label, text, second }: { label: string; text: string; second?: string | undefined }) => (
  <>
    <span className="flex min-w-0 gap-1.5">
      <span className="shrink-0 text-muted">{label}</span>
      <WithSecond second={second}>
        <bdi className="truncate">{text}</bdi>
      </WithSecond>
    </span>
    <ChevronDown className="size-4 shrink-0 text-muted" />
  </>
);

/**
 * A filter for one of a few choices, or all. It is a menu, because lists already load menus, and not a form's select.
 */
export const ChoiceFilter = <Value extends string>({
  label,
  value,
  choices,
  textOf,
  secondOf,
  onChange,
  allText,
  className = 'sm:w-56',
}: Props<Value>) => {
  const { t } = useTranslation();
  const none = allText === null ? '' : (allText ?? t('common.all'));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={cn(filterTriggerClasses, className)}>
        <FilterText
          label={label}
          text={value === undefined ? none : textOf(value)}
          second={value && secondOf?.(value)}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-h-(--radix-dropdown-menu-content-available-height) min-w-(--radix-dropdown-menu-trigger-width) overflow-y-auto"
      >
        <DropdownMenuRadioGroup
          value={value ?? all}
          onValueChange={(text) => onChange(choices.find((choice) => choice === text))}
        >
          {allText !== null && <DropdownMenuRadioItem value={all}>{none}</DropdownMenuRadioItem>}
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice} value={choice}>
              <WithSecond second={secondOf?.(choice)}>
                <bdi>{textOf(choice)}</bdi>
              </WithSecond>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
