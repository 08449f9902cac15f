import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { pageNumbers } from './page-numbers.ts';
import type { Beside, Place } from './place.ts';

type Props = Readonly<{
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label?: string;
  /** For a list that grows by itself: where the rows stand that are shown, how many they are, and what leads beside them. */
  beside?: Readonly<{ place: Place; rows: number; onBeside: (to: Beside) => void }> | undefined;
}>;

/**
 * Shows "1–10 of 1,234", page numbers, previous and next. `page` counts from 0. In a list that grows by itself, the neighbors of
 * a page are what stands beside its rows now.
 */
export const Pagination = ({ page: asked, pageSize, total, onPage, label, beside }: Props) => {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const start = beside?.place.start ?? asked * pageSize;
  const rows = beside?.place.start === undefined ? pageSize : beside.rows;
  const page = Math.floor(start / pageSize);
  const from = total === 0 ? 0 : start + 1;
  const isLeast = beside?.place.isLeast === true;
  const to = isLeast ? start + rows : Math.min(total, start + rows);
  const isLast = to >= total && !(isLeast && beside?.place.next);
  const totalText = isLeast ? `${format.number(total)}+` : format.number(total);
  const toNext = () => {
    const after = beside?.place.next;
    if (beside && after) beside.onBeside({ after });
    else onPage(page + 1);
  };
  const toPrevious = () => {
    const before = beside?.place.previous;
    if (beside && before) beside.onBeside({ before });
    else onPage(page - 1);
  };
  const toNumber = (place: number) => {
    if (place === page + 1) toNext();
    else if (place === page - 1) toPrevious();
    else if (place !== page) onPage(place);
  };
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-muted text-table tabular-nums"
    >
      <span aria-live="polite">
        {t('common.page-range', { from: format.number(from), to: format.number(to), total: totalText })}
      </span>
      <div className="flex items-center gap-0.5">
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('common.previous-page')}
          disabled={start <= 0}
          onClick={toPrevious}
        >
          <ChevronLeft className="rtl:-scale-x-100" />
        </Button>
        {pageNumbers(page, pages).map((place) =>
          typeof place === 'string' ? (
            <span key={place} aria-hidden className="w-4 text-center">
              …
            </span>
          ) : (
            <Button
              key={place}
              variant="quiet"
              size="small"
              aria-label={t('common.page', { page: format.number(place + 1) })}
              aria-current={place === page ? 'page' : undefined}
              onClick={() => toNumber(place)}
              className={cn(
                'min-w-8 px-1.5 font-normal aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text',
                // A narrow screen has room only for the first, the last and the current page.
                place !== page && place !== 0 && place !== pages - 1 && 'max-sm:hidden',
              )}
            >
              {format.number(place + 1)}
            </Button>
          ),
        )}
        <Button variant="quiet" size="icon" aria-label={t('common.next-page')} disabled={isLast} onClick={toNext}>
          <ChevronRight className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
};
