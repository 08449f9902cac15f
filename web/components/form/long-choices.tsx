import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithSecond } from '../text/told-apart.tsx';
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../ui/command.tsx';

type Value = string | number;

type Choice<V extends Value> = Readonly<{
  value: V;
  label: string;
  /** Tells it from another one with the same label. */
  second?: string | undefined;
  disabled?: boolean;
}>;

type Props<V extends Value> = Readonly<{
  label: string;
  choices: readonly Choice<V>[];
  /** A choice before the others, while nothing is typed, such as "All". */
  none?: string | undefined;
  /** Gets undefined for `none`. */
  isChosen: (value: V | undefined) => boolean;
  onChoose: (value: V | undefined) => void;
  mark: (isChosen: boolean) => ReactNode;
  isMultiple?: boolean;
  /** Content below the choices. */
  children?: ReactNode;
}>;

/**
 * Maximum number of choices shown. People find the others by typing, because a list of thousands is slow and useless.
 */
const shownAtOnce = 100;

/** Many choices, for a popover. Typing narrows them, arrow keys and Enter choose. */
export const LongChoices = <V extends Value>({
  label,
  choices,
  none,
  isChosen,
  onChoose,
  mark,
  isMultiple,
  children,
}: Props<V>) => {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const matching = useMemo(
    () =>
      wanted === ''
        ? choices
        : choices.filter(({ label, second = '' }) => `${label} ${second}`.toLowerCase().includes(wanted)),
    [choices, wanted],
  );
  const item = (value: V | undefined, text: string, second?: string, disabled = false) => (
    <CommandItem
      key={value ?? ''}
      value={value === undefined ? '\u0000' : String(value)}
      disabled={disabled}
      aria-checked={isChosen(value)}
      onSelect={() => onChoose(value)}
    >
      {mark(isChosen(value))}
      <WithSecond second={second}>
        <bdi className="min-w-0 truncate" title={text}>
          {text}
        </bdi>
      </WithSecond>
    </CommandItem>
  );
  return (
    <Command shouldFilter={false} label={label}>
      <CommandInput placeholder={t('common.search')} dir="auto" value={words} onValueChange={setWords} />
      <CommandList aria-multiselectable={isMultiple}>
        <CommandEmpty>{t('common.no-option')}</CommandEmpty>
        {none !== undefined && wanted === '' && item(undefined, none)}
        {matching
          .slice(0, shownAtOnce)
          .map(({ value, label, second, disabled }) => item(value, label, second, disabled))}
        {matching.length > shownAtOnce && (
          <p className="px-2 py-1.5 text-muted text-xs">
            {t('common.more-options', { count: matching.length - shownAtOnce })}
          </p>
        )}
      </CommandList>
      {children}
    </Command>
  );
};
