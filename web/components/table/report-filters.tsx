import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { DateInput } from './date-input.tsx';
import { dayOf, endsBeforeStart, momentOf, type ReportPeriod } from './report-period.ts';

type Props<Filter extends ReportPeriod> = Readonly<{
  /** The current filters of the list. */
  applied: Filter;
  none: Filter;
  onApply: (filter: Filter) => void;
  /** The filters before the days. */
  children: (draft: Filter, change: (patch: Partial<Filter>) => void) => ReactNode;
  /** Filters that few people need, below the others: the text of the button that opens them, and whether they are open at first. */
  more?: Readonly<{
    text: string;
    isOpen: boolean;
    fields: (draft: Filter, change: (patch: Partial<Filter>) => void) => ReactNode;
  }>;
}>;

/** The filters of a report. They take effect only with Apply, and follow the address on back, forward and Clear filters. */
export const ReportFilters = <Filter extends ReportPeriod>({
  applied,
  none,
  onApply,
  children,
  more,
}: Props<Filter>) => {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(applied);
  const [followed, setFollowed] = useState(applied);
  if (JSON.stringify(followed) !== JSON.stringify(applied)) {
    setFollowed(applied);
    setDraft(applied);
  }
  const change = (patch: Partial<Filter>) => setDraft((before) => ({ ...before, ...patch }));
  const [isOpen, setIsOpen] = useState(more?.isOpen ?? false);
  const moreId = useId();
  const dayError = endsBeforeStart(draft) ? t('requests.end-before-start') : undefined;

  return (
    <form
      aria-label={t('requests.filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!dayError) onApply(draft);
      }}
      className="grid gap-3"
    >
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:flex xl:flex-wrap 2xl:flex-nowrap xl:[&>:not(:last-child)]:min-w-0 xl:[&>:not(:last-child)]:flex-1">
        {children(draft, change)}
        <DateInput
          label={t('requests.start-date')}
          value={dayOf(draft.startDate ?? '')}
          moment={momentOf(draft.startDate)}
          onChange={(day) => change({ startDate: day || undefined } as Partial<Filter>)}
        />
        <DateInput
          label={t('requests.end-date')}
          value={dayOf(draft.endDate ?? '')}
          moment={momentOf(draft.endDate)}
          min={draft.startDate && dayOf(draft.startDate)}
          onChange={(day) => change({ endDate: day || undefined } as Partial<Filter>)}
          error={dayError}
        />
        <div className="col-span-2 flex items-start gap-2 md:col-span-3 xl:basis-full 2xl:basis-auto 2xl:pt-[1.625rem]">
          <Button type="submit" variant="primary" className="h-9">
            {t('requests.apply')}
          </Button>
          <Button
            className="h-9"
            onClick={() => {
              setDraft(none);
              onApply(none);
            }}
          >
            {t('requests.reset')}
          </Button>
        </div>
      </div>
      {more && (
        <div>
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-controls={moreId}
            className="text-table"
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDown className={cn('transition-transform', !isOpen && '-rotate-90 rtl:rotate-90')} />
            {more.text}
          </Button>
          <div
            id={moreId}
            hidden={!isOpen}
            className={cn('pt-2', isOpen && 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6')}
          >
            {isOpen && more.fields(draft, change)}
          </div>
        </div>
      )}
    </form>
  );
};
