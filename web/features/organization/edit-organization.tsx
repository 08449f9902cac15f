import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { OrganizationValues } from '#domain/organization/schema.ts';
import { FormBar } from '../../components/form/form-bar.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView } from './dock-view.ts';
import { OrganizationForm } from './organization-form.tsx';
import { organizationValuesOptions } from './queries.ts';

const list = '/organizations';

const Form = ({ organization }: { organization?: OrganizationValues }) => {
  const { t } = useTranslation();
  const words = useLazyTexts('organizations');
  const [, navigate] = useLocation();
  return (
    <OrganizationForm
      organization={organization}
      words="organization"
      onSaved={() => navigate(list)}
      bar={(isLocked, forget) => (
        <FormBar>
          <Button asChild>
            <Link href={organization ? `${list}?dock=${dockView}:${organization.id}` : list} onClick={forget}>
              {t('common.cancel')}
            </Link>
          </Button>
          <Button variant="primary" type="submit" disabled={isLocked}>
            {words('organizations.save')}
          </Button>
        </FormBar>
      )}
    />
  );
};

const FormSkeleton = () => <Skeleton className="late h-96 w-full rounded-card" />;

const Edit = ({ id }: { id: number }) => {
  // Read the current state before a change, not the state that was shown before.
  const organization = useQuery({ ...organizationValuesOptions(id), refetchOnMount: 'always' });
  if (!organization.isFetchedAfterMount) return <FormSkeleton />;
  return (
    <QueryView query={organization} skeleton={<FormSkeleton />}>
      {(values) => <Form key={values.id} organization={values} />}
    </QueryView>
  );
};

/** Adds an organization, or changes the one in `?id=`. */
export const EditOrganization = () => {
  const t = useLazyTexts('organizations');
  const [search] = useSearchParams();
  const id = Number(search.get('id')) || undefined;
  return (
    <Page
      title={t(id ? 'organizations.edit-title' : 'organizations.add-title')}
      description={t('organizations.form-text')}
      width="narrow"
    >
      {id ? <Edit id={id} /> : <Form />}
    </Page>
  );
};
