import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { DateInput } from './date-input.tsx';
import { endsBeforeStart, type ReportPeriod } from './report-period.ts';

type Props<Filter extends ReportPeriod> = Readonly<{
  /** The current filters of the list. */
  applied: Filter;
  none: Filter;
  onApply: (filter: Filter) => void;
  /** The filters before the days. */
  children: (draft: Filter, change: (patch: Partial<Filter>) => void) => ReactNode;
}>;

/** The filters of a report. They take effect only with Apply, and follow the address on back, forward and Clear filters. */
export const ReportFilters = <Filter extends ReportPeriod>({ applied, none, onApply, children }: Props<Filter>) => {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(applied);
  const [followed, setFollowed] = useState(applied);
  if (JSON.stringify(followed) !== JSON.stringify(applied)) {
    setFollowed(applied);
    setDraft(applied);
  }
  const change = (patch: Partial<Filter>) => setDraft((before) => ({ ...before, ...patch }));
  const dayError = endsBeforeStart(draft) ? t('requests.end-before-start') : undefined;

  return (
    <form
      aria-label={t('requests.filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!dayError) onApply(draft);
      }}
      className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:flex xl:[&>*]:min-w-0 xl:[&>*]:flex-1"
    >
      {children(draft, change)}
      <DateInput
        label={t('requests.start-date')}
        value={draft.startDate?.slice(0, 10) ?? ''}
        onChange={(day) => change({ startDate: day || undefined } as Partial<Filter>)}
      />
      <DateInput
        label={t('requests.end-date')}
        value={draft.endDate?.slice(0, 10) ?? ''}
        min={draft.startDate?.slice(0, 10)}
        onChange={(day) => change({ endDate: day || undefined } as Partial<Filter>)}
        error={dayError}
      />
      <div className="col-span-2 flex items-start gap-2 md:col-span-3 xl:flex-none xl:pt-[1.625rem]">
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
    </form>
  );
};
