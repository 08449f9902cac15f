import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useId, useImperativeHandle, useRef } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type FieldError as Problem,
  type UseControllerProps,
  useController,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Input } from '../ui/input.tsx';
import { comingMessage } from './coming-message.ts';
import { FieldError } from './field-error.tsx';
import { FieldMessage } from './field-message.tsx';

type Props<V extends FieldValues, N extends FieldPath<V>, Output> = UseControllerProps<V, N, Output> &
  Readonly<{
    label: string;
    /** Shows how to write an entry. */
    hint: string;
    /** The names of the two halves of an entry (`name:value`), or one name where an entry is only a name. */
    halves: readonly [string] | readonly [string, string];
  }>;

const entriesIn = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

const halvesOf = (entry: string): [string, string] => {
  const at = entry.indexOf(':');
  return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
};

/**
 * A list of `name:value`, `old:new` or names, with one row for each. Several can be pasted at once, separated by `;`.
 */
export const EntryRowsField = <V extends FieldValues, N extends FieldPath<V>, Output = V>({
  name,
  control,
  label,
  hint,
  halves,
  disabled = false,
}: Props<V, N, Output>) => {
  const { t } = useTranslation();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N, Output>);
  const entries = (Array.isArray(field.value) ? field.value : []) as readonly string[];
  const error = fieldState.error as (Problem & readonly (Problem | undefined)[]) | undefined;
  const isPair = halves.length === 2;

  const find = (selector: string) => group.current?.querySelector<HTMLElement>(selector);
  // The changed rows are rendered only after this event.
  const focusSoon = (selector: string) => setTimeout(() => find(selector)?.focus());
  // If the form is refused, the focus goes to the first wrong entry, or else to the button that adds one.
  useImperativeHandle(field.ref, () => ({ focus: () => (find('[aria-invalid=true]') ?? find('[data-add]'))?.focus() }));

  const change = (next: readonly string[]) => field.onChange(next);
  const replace = (index: number, ...by: string[]) => change(entries.toSpliced(index, 1, ...by));
  const add = () => {
    change([...entries, '']);
    focusSoon('li:last-child input');
  };
  const remove = (index: number) => {
    replace(index);
    // Focus the next row, or the last one.
    focusSoon(
      entries.length > 1 ? `li:nth-child(${Math.min(index + 1, entries.length - 1)}) [data-remove]` : '[data-add]',
    );
  };
  const paste = (index: number) => (event: ClipboardEvent) => {
    const pasted = entriesIn(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    replace(index, ...pasted);
  };

  /** A typed or pasted colon ends the first half of a pair. The rest goes into the second half. */
  const writeFirst = (index: number, text: string, second: string) => {
    const at = isPair ? text.indexOf(':') : -1;
    if (at >= 0) {
      replace(index, `${text}${second}`);
      // Move the focus at once, because the next letter belongs there.
      find(`li:nth-child(${index + 1}) input:nth-of-type(2)`)?.focus();
    } else replace(index, isPair && (second || entries[index]?.includes(':')) ? `${text}:${second}` : text);
  };

  const row = (entry: string, index: number) => {
    const [first, second] = isPair ? halvesOf(entry) : [entry, ''];
    const problem = error?.[index]?.message;
    const input = (half: 0 | 1, value: string, write: (text: string) => void) => (
      <Input
        aria-label={t('transformers.rows.half-of-entry', { half: halves[half], number: index + 1 })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-${index}` : undefined}
        placeholder={halves[half]}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        className="h-8 font-mono text-xs"
        disabled={disabled}
        value={value}
        onChange={(event) => write(event.target.value)}
        onBlur={() => {
          // A name contains no `;`, but a value may.
          if (!isPair && entry.includes(';')) replace(index, ...entriesIn(entry));
          field.onBlur();
        }}
        {...(half === 0 ? { onPaste: paste(index) } : {})}
      />
    );
    return (
      <li key={index} className="grid gap-1">
        <div className="flex items-start gap-1.5">
          <div className={cn('grid min-w-0 flex-1 gap-1.5', isPair && 'sm:grid-cols-2')}>
            {input(0, first, (text) => writeFirst(index, text, second))}
            {isPair && input(1, second, (text) => replace(index, `${first}:${text}`))}
          </div>
          <Button
            variant="quiet"
            size="icon-small"
            aria-label={t('transformers.rows.remove-entry', { number: index + 1 })}
            disabled={disabled}
            data-remove
            onClick={() => remove(index)}
          >
            <X />
          </Button>
        </div>
        <FieldMessage id={`${id}-${index}`} error={problem} room={comingMessage(control, `${name}.${index}`)} />
      </li>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand beside a button.
    <div
      ref={group}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className="grid gap-1.5"
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-table">
          <span id={`${id}-label`}>{label}</span>
          <span id={`${id}-hint`} className="text-muted text-xs">
            {hint}
          </span>
        </span>
        <Button
          data-add
          variant="quiet"
          size="small"
          aria-label={t('transformers.rows.add-entry', { list: label })}
          disabled={disabled}
          onClick={add}
        >
          <Plus />
          {t('transformers.rows.add')}
        </Button>
      </div>
      {entries.length > 0 && <ul className="grid gap-1.5">{entries.map(row)}</ul>}
      {error?.message && <FieldError text={error.message} />}
    </div>
  );
};
