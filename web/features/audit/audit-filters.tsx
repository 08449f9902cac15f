import { useQuery } from '@tanstack/react-query';
import { acts } from '#domain/audit/acts.ts';
import { auditNouns } from '#domain/audit/nouns.ts';
import type { AuditFilters as Filters } from '#domain/audit/schema.ts';
import { ReportFilters } from '../../components/table/report-filters.tsx';
import { SelectFilter } from '../../components/table/select-filter.tsx';
import { TextFilter } from '../../components/table/text-filter.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { noFilter } from './audit-filter.ts';

type Props = Readonly<{
  applied: Filters;
  /** Whether the reader sees the entries of all organizations. */
  all: boolean;
  onApply: (filter: Filters) => void;
}>;

/** The fields of an entry that can be asked for. */
export const AuditFilters = ({ applied, all, onApply }: Props) => {
  const t = useLazyTexts('audit');
  const organizations = useQuery({ ...organizationsOptions, enabled: all });
  const wordsOf = <Key extends string>(keys: readonly Key[], textOf: (key: Key) => string) =>
    keys
      .map((value) => ({ value, label: textOf(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <ReportFilters applied={applied} none={noFilter} onApply={onApply}>
      {(draft, change) => (
        <>
          <SelectFilter
            label={t('audit.on')}
            options={wordsOf(auditNouns, (noun) => t(`audit.noun.${noun}`))}
            value={draft.noun}
            onChange={(noun) => change({ noun })}
          />
          <SelectFilter
            label={t('audit.what')}
            options={wordsOf(acts, (act) => t(`audit.act.${act}`))}
            value={draft.act}
            onChange={(act) => change({ act })}
          />
          <TextFilter
            label={t('audit.who')}
            value={draft.person}
            maxLength={100}
            dir="auto"
            placeholder={t('audit.who-help')}
            onChange={(event) => change({ person: event.target.value })}
          />
          {all && (
            <SelectFilter
              label={t('audit.organization')}
              options={optionsOf(organizations.data)}
              value={draft.organizationId}
              onChange={(organizationId) => change({ organizationId })}
            />
          )}
          <TextFilter
            label={t('audit.from')}
            value={draft.address}
            maxLength={60}
            dir="ltr"
            placeholder="203.0.113.24"
            onChange={(event) => change({ address: event.target.value.trim() })}
          />
        </>
      )}
    </ReportFilters>
  );
};
