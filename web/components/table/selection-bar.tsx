import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '../form/check-box.tsx';
import { Button } from '../ui/button.tsx';
import type { Selection } from './use-selected-rows.ts';

type Props<Row extends { id: number | string }> = Readonly<{
  label: string;
  selection: Selection<Row>;
  /** The rows of this page that can be ticked. */
  rows: readonly Row[];
  /** How many there are on all pages. */
  total: number;
  /** The most that one act decides about. */
  most: number;
  /** Text of the box that ticks the page. */
  pageText: string;
  /** Returns the text of the button that ticks all that was found. */
  foundText: (count: number) => string;
  /** Returns the text that counts what is ticked. */
  selectedText: (count: number) => string;
  /** Reads those of all pages; undefined while they are being read. */
  onSelectAll: (() => void) | undefined;
  /** The buttons that decide. Shown while something is ticked. */
  children: (isTooMany: boolean) => ReactNode;
}>;

/** Above a list: ticks a page or everything that was found, and decides about what is ticked in one act. */
export const SelectionBar = <Row extends { id: number | string }>({
  label,
  selection: { selected, select, clear },
  rows,
  total,
  most,
  pageText,
  foundText,
  selectedText,
  onSelectAll,
  children,
}: Props<Row>) => {
  const { t } = useTranslation();
  if (rows.length === 0 && selected.size === 0) return null;
  const isPage = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const findable = Math.min(total, most);
  return (
    <fieldset aria-label={label} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 text-table">
      <CheckBox
        label={pageText}
        checked={isPage}
        onChange={(checked) => select(rows, checked)}
        disabled={rows.length === 0}
      />
      {isPage && selected.size < findable && (
        <Button size="small" variant="quiet" disabled={!onSelectAll} onClick={onSelectAll}>
          {foundText(findable)}
        </Button>
      )}
      {selected.size > 0 && (
        <>
          <span aria-live="polite" className="tabular-nums">
            {selectedText(selected.size)}
          </span>
          {children(selected.size > most)}
          <Button size="small" variant="quiet" onClick={clear}>
            {t('common.clear-selection')}
          </Button>
        </>
      )}
    </fieldset>
  );
};
