import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environments } from '#domain/core/environment.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { useUser } from '../../api/session.tsx';
import { DateInput } from '../../components/table/date-input.tsx';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { Button } from '../../components/ui/button.tsx';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { allApisOptions, responseCodesOptions } from './queries.ts';
import { endsBeforeStart, isSameFilter, noFilter } from './request-filter.ts';

type Props = Readonly<{
  /** The current filters of the list. */
  applied: RequestFilterQuery;
  /** Shows the calls of all organizations, not only of the user's own. */
  all: boolean;
  onApply: (filter: RequestFilterQuery) => void;
}>;

const environmentOptions = environments.map((environment) => ({ value: environment, label: environment }));

const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** The filters. They take effect only with Apply, and follow the address on back, forward and Clear filters. */
export const RequestFilters = ({ applied, all, onApply }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  const [draft, setDraft] = useState(applied);
  const [followed, setFollowed] = useState(applied);
  if (!isSameFilter(followed, applied)) {
    setFollowed(applied);
    setDraft(applied);
  }
  const organizations = useQuery({ ...organizationsOptions, enabled: all });
  const apis = useQuery(allApisOptions);
  const codes = useQuery(responseCodesOptions);
  const change = (patch: Partial<RequestFilterQuery>) => setDraft((before) => ({ ...before, ...patch }));
  const dayError = endsBeforeStart(draft) ? t('requests.end-before-start') : undefined;

  return (
    <form
      aria-label={t('requests.filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!dayError) onApply(draft);
      }}
      className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[repeat(6,minmax(0,1fr))_auto]"
    >
      {all ? (
        <MultiSelect
          label={t('requests.organization')}
          options={optionsOf(organizations.data)}
          selected={draft.orgId}
          onChange={(orgId) => change({ orgId })}
        />
      ) : (
        <MultiSelect
          label={t('requests.organization')}
          options={[{ value: user.organizationId, label: user.organizationName }]}
          selected={[user.organizationId]}
          onChange={() => {}}
          disabled
        />
      )}
      <MultiSelect
        label={t('requests.api')}
        options={optionsOf(apis.data)}
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
      <DateInput
        label={t('requests.start-date')}
        value={draft.startDate?.slice(0, 10) ?? ''}
        onChange={(day) => change({ startDate: day || undefined })}
      />
      <DateInput
        label={t('requests.end-date')}
        value={draft.endDate?.slice(0, 10) ?? ''}
        min={draft.startDate?.slice(0, 10)}
        onChange={(day) => change({ endDate: day || undefined })}
        error={dayError}
      />
      <div className="col-span-2 flex items-start gap-2 md:col-span-3 xl:col-span-1 xl:pt-[1.625rem]">
        <Button type="submit" variant="primary" className="h-9">
          {t('requests.apply')}
        </Button>
        <Button
          className="h-9"
          onClick={() => {
            setDraft(noFilter);
            onApply(noFilter);
          }}
        >
          {t('requests.reset')}
        </Button>
      </div>
    </form>
  );
};
