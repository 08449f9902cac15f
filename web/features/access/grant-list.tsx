import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AccessGrantListQuery,
  type AccessGrantRow,
  accessGrantListQuery,
  accessPageSize,
} from '#domain/access/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { ListBar } from '../../components/table/list-bar.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { grantColumns } from './grant-columns.tsx';
import { accessGrantsOptions, grantsCsvUrl } from './queries.ts';
import { RevokeGrant } from './revoke-grant.tsx';

/** Which organizations have access to which APIs, with how many keys. */
export const GrantList = () => {
  const { t } = useTranslation();
  const [params, setParams] = useListParams(accessGrantListQuery);
  const grants = useQuery(accessGrantsOptions(params));
  const columns = useMemo(() => grantColumns(t), [t]);
  const [asked, setAsked] = useState<{ grant: AccessGrantRow; open: boolean }>();
  return (
    <>
      <ListBar
        searchLabel={t('access.search-grants')}
        search={params.search}
        onSearch={(search) => setParams({ search })}
        results={grants.data && t('access.grant-count', { count: grants.data.total })}
        csvUrl={grantsCsvUrl(params)}
      />
      <DataTable
        label={t('access.grants')}
        columns={columns}
        query={grants}
        rows={(data) => data.grants}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch) => setParams(patch as Partial<AccessGrantListQuery>)}
        pageSize={accessPageSize}
        rowActions={(grant) => (
          <Button
            size="small"
            aria-label={t('access.revoke-of', { api: grant.apiName, organization: grant.organizationName })}
            onClick={() => setAsked({ grant, open: true })}
          >
            {t('access.revoke')}
          </Button>
        )}
        onClearFilters={params.search === '' ? undefined : () => setParams({ search: '' })}
        empty={<Empty icon={LockKeyhole} title={t('access.no-grants')} text={t('access.no-grants-text')} />}
      />
      {asked && (
        <RevokeGrant
          key={asked.grant.id}
          grant={asked.grant}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </>
  );
};
