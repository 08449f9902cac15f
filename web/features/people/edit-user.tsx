import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { modifyCommand, saveCommand, userOptions } from './queries.ts';
import { UserForm } from './user-form.tsx';

const useId = (): number => {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
};

/** Adds somebody; with `?id=` it changes them. */
export const EditUser = () => {
  const id = useId();
  const t = useLazyTexts('people');
  const [, navigate] = useLocation();
  const leave = () => navigate('/users');
  if (id > 0) return <ModifyUser />;
  return (
    <Page title={t('people.add-title')} description={t('people.add-text')} width="narrow">
      <UserForm save={saveCommand} onDone={leave} onBack={leave} />
    </Page>
  );
};

/** Changes everything about somebody. */
export const ModifyUser = () => {
  const id = useId();
  const t = useLazyTexts('people');
  const [, navigate] = useLocation();
  const user = useQuery({ ...userOptions(id), enabled: id > 0, refetchOnMount: 'always' });
  const leave = () => navigate('/users');
  const gone = <Empty icon={UserRoundX} title={t('people.gone')} text={t('people.gone-text')} />;
  const skeleton = <Skeleton className="late h-96 w-full" />;
  return (
    <Page title={t('people.modify-title')} description={t('people.modify-text')} width="narrow">
      {id === 0 ? (
        gone
      ) : (
        <QueryView query={user} skeleton={skeleton}>
          {(found) =>
            // A list may have read the person some time ago.
            !user.isFetchedAfterMount ? (
              skeleton
            ) : found.standing === 'deleted' || found.standing === 'erased' ? (
              gone
            ) : (
              <UserForm key={id} user={found} save={modifyCommand} onDone={leave} onBack={leave} />
            )
          }
        </QueryView>
      )}
    </Page>
  );
};
