import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { FilledValue } from '#domain/try-it/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Input } from '../../components/ui/input.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Row = string | { name: string; value: string };

type Props = Readonly<{
  id: string;
  name: string;
  /** Rows of a list, or of names and values. */
  shape: 'list' | 'map';
  value: FilledValue;
  /** What the description proposes: shown in empty rows. */
  example: FilledValue;
  isWrong: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  onChange: (value: FilledValue) => void;
}>;

const halvesOf = (row: Row) => (typeof row === 'string' ? { name: '', value: row } : row);

const rowsOf = (value: FilledValue): readonly Row[] => (typeof value === 'string' ? [] : value);

/** One row for each value of a list, or for each name and value of an object. There is always one to write into. */
export const RowsInput = ({ id, name, shape, value, example, isWrong, describedBy, disabled, onChange }: Props) => {
  const t = useLazyTexts('calling');
  const list = useRef<HTMLUListElement>(null);
  const isMap = shape === 'map';
  const blank: Row = isMap ? { name: '', value: '' } : '';
  const rows = rowsOf(value).length > 0 ? rowsOf(value) : [blank];
  const proposals = rowsOf(example);
  const focusSoon = (selector: string) => setTimeout(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const change = (next: readonly Row[]) => onChange(next as FilledValue);
  const replace = (index: number, row: Row) => change(rows.toSpliced(index, 1, row));
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1));
    focusSoon(`li:nth-child(${Math.max(1, Math.min(index + 1, rows.length - 1))}) input`);
  };
  const input = (index: number, isName: boolean, text: string, hint: string, write: (text: string) => void) => (
    <Input
      id={index === 0 && isName === isMap ? id : undefined}
      aria-label={
        isName ? t('calling.row-name', { name, number: index + 1 }) : t('calling.row', { name, number: index + 1 })
      }
      aria-invalid={isWrong && index === 0}
      aria-describedby={describedBy}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      className="font-mono text-table"
      placeholder={hint}
      disabled={disabled}
      value={text}
      onChange={(event) => write(event.target.value)}
    />
  );
  return (
    <div className="grid gap-1.5">
      <ul ref={list} className="grid gap-1.5">
        {rows.map((row, index) => {
          const { name: first, value: second } = halvesOf(row);
          const proposal = proposals[index] ?? '';
          const { name: firstHint, value: secondHint } = halvesOf(proposal);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place.
            <li key={index} className="flex items-start gap-1.5">
              <div className={cn('grid min-w-0 flex-1 gap-1.5', isMap && 'sm:grid-cols-2')}>
                {isMap && input(index, true, first, firstHint, (text) => replace(index, { name: text, value: second }))}
                {input(index, false, second, secondHint, (text) =>
                  replace(index, isMap ? { name: first, value: text } : text),
                )}
              </div>
              <Button
                variant="quiet"
                size="icon-small"
                aria-label={t('calling.remove-row', { name, number: index + 1 })}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <X />
              </Button>
            </li>
          );
        })}
      </ul>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        aria-label={t('calling.add-row', { name })}
        disabled={disabled}
        onClick={() => {
          change([...rows, blank]);
          focusSoon('li:last-child input');
        }}
      >
        <Plus />
        {t('calling.add')}
      </Button>
    </div>
  );
};
