import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { isGatewayAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Field } from '../../components/form/field.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { allApisOptions } from '../api/shared/all-apis.ts';
import { NewKey } from './new-key.tsx';

/** Adds a consumer: a key of any organization for any deployed API. `?apiId=3&orgId=5&deploymentId=9` are chosen, and locked. */
export const AddConsumer = () => {
  const t = useLazyTexts('consumer-list');
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const user = useUser();
  const apis = useQuery(allApisOptions);
  const numberIn = (name: string) => Number(search.get(name)) || undefined;
  const preset = numberIn('apiId');
  const [chosen, setChosen] = useState(preset);
  // Who may not see the gateway's consumers sees the list of keys.
  const leave = () => navigate(isGatewayAdmin(user) ? '/kong/consumers' : '/kong/consumer-list');
  return (
    <Page title={t('consumer-list.add')} description={t('consumer-list.add-text')} width="narrow">
      <Card className="flex flex-col gap-5 p-4 sm:p-6">
        <QueryView query={apis} skeleton={<Skeleton className="late h-14 w-full" />}>
          {(all) => (
            <Field label={t('requests.api')} required>
              {(props) => (
                <SelectInput
                  {...props}
                  label={t('requests.api')}
                  options={optionsOf(all, ({ orgname, version }) => [orgname, version])}
                  value={chosen}
                  disabled={preset !== undefined && all.some(({ id }) => id === preset)}
                  onChange={(id) => setChosen(id as number)}
                />
              )}
            </Field>
          )}
        </QueryView>
        {chosen !== undefined && (
          <NewKey
            place={{ apiId: chosen, organizationId: numberIn('orgId'), deploymentId: numberIn('deploymentId') }}
            onLeave={leave}
          />
        )}
      </Card>
    </Page>
  );
};
