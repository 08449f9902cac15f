import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from './ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from './ui/dropdown-menu.tsx';
import { controlClasses } from './ui/input.tsx';

type Props<Value extends string> = Readonly<{
  label: string;
  value: Value | undefined;
  choices: readonly Value[];
  textOf: (value: Value) => string;
  onChange: (value: Value | undefined) => void;
  /** What no choice is called; "All" unless given. */
  allText?: string;
}>;

const all = 'all';

/** One of a few, or all: a filter with its name in it. A menu, which lists have anyway, not a form's select. */
export const ChoiceFilter = <Value extends string>({
  label,
  value,
  choices,
  textOf,
  onChange,
  allText,
}: Props<Value>) => {
  const { t } = useTranslation();
  const none = allText ?? t('common.all');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        className={cn(controlClasses, 'flex h-9 items-center justify-between gap-2 text-start sm:w-56')}
      >
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0 text-muted">{label}</span>
          <bdi className="truncate">{value === undefined ? none : textOf(value)}</bdi>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuRadioGroup
          value={value ?? all}
          onValueChange={(text) => onChange(choices.find((choice) => choice === text))}
        >
          <DropdownMenuRadioItem value={all}>{none}</DropdownMenuRadioItem>
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice} value={choice}>
              <bdi>{textOf(choice)}</bdi>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
