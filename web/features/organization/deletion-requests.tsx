import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Page } from '../../components/layout/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DeletionGrantList } from './deletion-grant-list.tsx';
import { DeletionList } from './deletion-list.tsx';
import { LinkedDeletion } from './linked-deletion.tsx';

const tabs = ['requests', 'grants'] as const;

/** The requests to delete an organization, and those that were decided. */
export const DeletionRequests = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'grants' ? 'grants' : 'requests';
  // Drops the other list's parameters from the address.
  const choose = (next: string) => setSearch(next === 'grants' ? { tab: next } : {}, { replace: true });
  return (
    <Page title={words('shell.nav-deletion-requests')} description={t('organizations.deletions-text')}>
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label={words('shell.nav-deletion-requests')}>
          {tabs.map((one) => (
            <TabsTrigger key={one} value={one}>
              {t(`organizations.${one}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="requests" className="grid gap-4">
          <DeletionList />
        </TabsContent>
        <TabsContent value="grants" className="grid gap-4">
          <DeletionGrantList />
        </TabsContent>
      </Tabs>
      <LinkedDeletion />
    </Page>
  );
};
