import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { isAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ApplicationForm } from './application-form.tsx';
import { applicationFormOptions } from './shared/queries.ts';

const numberIn = (search: URLSearchParams, name: string): number | undefined => Number(search.get(name)) || undefined;

const FormSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="late h-80 w-full rounded-card" />
    <Skeleton className="late h-64 w-full rounded-card" />
  </div>
);

const Edit = ({ id }: { id: number }) => {
  // Read the current state before a change, not the state that was shown before.
  const application = useQuery({ ...applicationFormOptions(id), refetchOnMount: 'always' });
  if (!application.isFetchedAfterMount) return <FormSkeleton />;
  return (
    <QueryView query={application} skeleton={<FormSkeleton />}>
      {(values) => <ApplicationForm key={values.id} application={values} />}
    </QueryView>
  );
};

const Add = ({ orgId }: { orgId: number | undefined }) => {
  const t = useLazyTexts('applications');
  const { organizationId } = useUser();
  const may = useMay();
  if (may('application.add', { organizationId })) return <ApplicationForm orgId={orgId} />;
  return <Empty icon={LockKeyhole} title={t('applications.may-not-add')} text={t('applications.empty-text-ask')} />;
};

/** Adds an application, or changes the one in `?id=`. `?orgId=` chooses the organization. */
export const EditApplication = () => {
  const t = useLazyTexts('applications');
  const [search] = useSearchParams();
  const user = useUser();
  const id = numberIn(search, 'id');
  return (
    <Page
      title={id ? t('applications.edit-title') : t('applications.add-title')}
      description={t(isAdmin(user) ? 'applications.form-text-admin' : 'applications.form-text')}
      width="narrow"
    >
      {id ? <Edit id={id} /> : <Add orgId={numberIn(search, 'orgId')} />}
    </Page>
  );
};
