import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrganizationValues } from '#domain/organization/schema.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView, newId } from './dock-view.ts';
import { OrganizationForm } from './organization-form.tsx';
import { organizationValuesOptions } from './queries.ts';

const Form = ({ company }: { company?: OrganizationValues }) => {
  const { t } = useTranslation();
  const words = useLazyTexts('organizations');
  const dock = useDock();
  return (
    <OrganizationForm
      organization={company}
      words="company"
      onSaved={(id) => dock.swap(dockView, id)}
      bar={(isLocked, forget) => (
        <div className="flex justify-end gap-2">
          <Button
            onClick={() => {
              forget();
              dock.close();
            }}
          >
            {t('common.cancel')}
          </Button>
          <Button variant="primary" type="submit" disabled={isLocked}>
            {words('organizations.save')}
          </Button>
        </div>
      )}
    />
  );
};

const Edit = ({ id }: { id: number }) => {
  const company = useQuery({ ...organizationValuesOptions(id), refetchOnMount: 'always' });
  const skeleton = <Skeleton className="late h-96 w-full rounded-card" />;
  if (!company.isFetchedAfterMount) return skeleton;
  return (
    <QueryView query={company} skeleton={skeleton}>
      {(values) => <Form key={values.id} company={values} />}
    </QueryView>
  );
};

/** The dock view that adds or changes a client company: the form of an external organization, in fewer fields. */
export const CompanyPanel = ({ id }: DockViewProps) => {
  const t = useLazyTexts('organizations');
  return (
    <DockPanel title={t(id === newId ? 'organizations.add-company-title' : 'organizations.edit-company-title')}>
      {id === newId ? <Form /> : <Edit id={Number(id)} />}
    </DockPanel>
  );
};
