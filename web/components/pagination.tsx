import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { Button } from './ui/button.tsx';

type Props = Readonly<{
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label?: string;
}>;

/** "1–10 of 1,234" with previous and next. `page` counts from 0. */
export const Pagination = ({ page, pageSize, total, onPage, label }: Props) => {
  const { t } = useTranslation();
  const format = useFormat();
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-1 text-muted text-table">
      <span className="me-2 tabular-nums" aria-live="polite">
        {t('common.page-range', { from: format.number(from), to: format.number(to), total: format.number(total) })}
      </span>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('common.previous-page')}
        disabled={page <= 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft className="rtl:-scale-x-100" />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('common.next-page')}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight className="rtl:-scale-x-100" />
      </Button>
    </nav>
  );
};
