import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ApiOption, listApiOptions } from '#domain/api/option-calls.ts';
import { idSchemaFor } from '#domain/core/id.ts';
import { get } from '../../api/client.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const apiOptions = queryOptions({
  queryKey: ['apis', 'names'],
  queryFn: ({ signal }) => get(listApiOptions, {}, signal),
});

const chosen = z.object({ apiId: idSchemaFor('consumer.api-required') });

const Choice = ({ id, apis }: { id: string; apis: readonly ApiOption[] }) => {
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const form = useZodForm(chosen, { apiId: undefined });
  const submit = form.handleSubmit(({ apiId }) => dock.swap('keys', `${apiId};${id}`));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <SelectField
        control={form.control}
        name="apiId"
        label={t('organizations.api')}
        help={t('organizations.api-help')}
        options={optionsOf(apis, ({ orgname, version }) => [orgname, version])}
        required
      />
      <div className="flex justify-end">
        <Button variant="primary" type="submit">
          {t('organizations.next')}
        </Button>
      </div>
    </form>
  );
};

/** The dock view that chooses the API for a new key of an organization. */
export const AccessPanel = ({ id }: DockViewProps) => {
  const t = useLazyTexts('organizations');
  const apis = useQuery(apiOptions);
  return (
    <DockPanel title={t('organizations.add-access')}>
      <QueryView query={apis} skeleton={<Skeleton className="late h-20 w-full" />}>
        {(all) => <Choice id={id} apis={all} />}
      </QueryView>
    </DockPanel>
  );
};
