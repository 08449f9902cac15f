import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { pageNumbers } from './page-numbers.ts';

type Props = Readonly<{
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label?: string;
}>;

/** Shows "1–10 of 1,234", page numbers, previous and next. `page` counts from 0. */
export const Pagination = ({ page, pageSize, total, onPage, label }: Props) => {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-muted text-table tabular-nums"
    >
      <span aria-live="polite">
        {t('common.page-range', { from: format.number(from), to: format.number(to), total: format.number(total) })}
      </span>
      <div className="flex items-center gap-0.5">
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('common.previous-page')}
          disabled={page <= 0}
          onClick={() => onPage(page - 1)}
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
              onClick={() => place !== page && onPage(place)}
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
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('common.next-page')}
          disabled={page >= pages - 1}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
};
