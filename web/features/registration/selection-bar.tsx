import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deniedAtOnce, type RegistrationRow } from '#domain/registration/schema.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { useSelectedRequests } from './use-selected-requests.ts';

type Props = Readonly<{
  selection: ReturnType<typeof useSelectedRequests>;
  /** The waiting requests of this page. */
  rows: readonly RegistrationRow[];
  /** How many there are on all pages. */
  total: number;
  /** Reads those of all pages; undefined while they are being read. */
  onSelectAll: (() => void) | undefined;
  onDeny: () => void;
}>;

/** Above the list: ticks a page or everything that was found, and denies what is ticked in one act. */
export const SelectionBar = ({ selection: { selected, select, clear }, rows, total, onSelectAll, onDeny }: Props) => {
  const { t: common } = useTranslation();
  const t = useLazyTexts('registrations');
  if (rows.length === 0 && selected.size === 0) return null;
  const isPage = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const findable = Math.min(total, deniedAtOnce);
  const isTooMany = selected.size > deniedAtOnce;
  return (
    <fieldset
      aria-label={t('registrations.selection')}
      className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 text-table"
    >
      <CheckBox
        label={t('registrations.select-page')}
        checked={isPage}
        onChange={(checked) => select(rows, checked)}
        disabled={rows.length === 0}
      />
      {isPage && selected.size < findable && (
        <Button size="small" variant="quiet" disabled={!onSelectAll} onClick={onSelectAll}>
          {t('registrations.select-found', { count: findable })}
        </Button>
      )}
      {selected.size > 0 && (
        <>
          <span aria-live="polite" className="tabular-nums">
            {t('registrations.selected', { count: selected.size })}
          </span>
          <Button size="small" disabled={isTooMany} onClick={onDeny}>
            <X />
            {t('registrations.deny-selected')}
          </Button>
          <Button size="small" variant="quiet" onClick={clear}>
            {common('common.clear-selection')}
          </Button>
        </>
      )}
    </fieldset>
  );
};
