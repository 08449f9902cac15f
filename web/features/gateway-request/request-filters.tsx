import { useQuery } from '@tanstack/react-query';
import { environments } from '#domain/core/environment.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { ReportFilters } from '../../components/table/report-filters.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { allApisOptions } from '../api/shared/all-apis.ts';
import { OrganizationFilter } from '../organization/shared/organization-filter.tsx';
import { CallFields } from './call-fields.tsx';
import { responseCodesOptions } from './queries.ts';
import { findsCalls, noFilter } from './request-filter.ts';

type Props = Readonly<{
  /** The current filters of the list. */
  applied: RequestFilterQuery;
  /** Shows the calls of all organizations, not only of the user's own. */
  all: boolean;
  onApply: (filter: RequestFilterQuery) => void;
}>;

const environmentOptions = environments.map((environment) => ({ value: environment, label: environment }));

/** The filters of the access report. */
export const RequestFilters = ({ applied, all, onApply }: Props) => {
  const t = useLazyTexts('traffic');
  const apis = useQuery(allApisOptions);
  const codes = useQuery(responseCodesOptions);
  return (
    <ReportFilters
      applied={applied}
      none={noFilter}
      onApply={onApply}
      more={{
        text: t('traffic.find'),
        isOpen: findsCalls(applied),
        fields: (draft, change) => <CallFields draft={draft} onChange={change} />,
      }}
    >
      {(draft, change) => (
        <>
          <OrganizationFilter all={all} selected={draft.orgId} onChange={(orgId) => change({ orgId })} />
          <MultiSelect
            label={t('requests.api')}
            options={optionsOf(apis.data, ({ orgname, version }) => [orgname, version])}
            selected={draft.apiId}
            onChange={(apiId) => change({ apiId })}
          />
          <MultiSelect
            label={t('requests.env')}
            options={environmentOptions}
            selected={draft.env}
            onChange={(env) => change({ env })}
          />
          <MultiSelect
            label={t('requests.status')}
            options={(codes.data ?? []).map((code) => ({ value: code, label: String(code) }))}
            selected={draft.responseStatusCode}
            onChange={(responseStatusCode) => change({ responseStatusCode })}
          />
        </>
      )}
    </ReportFilters>
  );
};
