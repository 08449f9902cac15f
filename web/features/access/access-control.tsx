import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Page } from '#web/components/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { GrantList } from './grant-list.tsx';
import { RequestList } from './request-list.tsx';

/** Who asks for access to APIs, and who has it (specification 2, "API access control"). */
export const AccessControl = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'grants' ? 'grants' : 'requests';
  return (
    <Page title={t('access.title')} description={t('access.text')}>
      {/* Each list has the address to itself. */}
      <Tabs value={tab} onValueChange={(next) => setSearch(next === 'grants' ? { tab: next } : {}, { replace: true })}>
        <TabsList aria-label={t('access.title')}>
          <TabsTrigger value="requests">{t('access.requests')}</TabsTrigger>
          <TabsTrigger value="grants">{t('access.grants')}</TabsTrigger>
        </TabsList>
        <TabsContent value="requests" className="grid gap-4">
          <RequestList />
        </TabsContent>
        <TabsContent value="grants" className="grid gap-4">
          <GrantList />
        </TabsContent>
      </Tabs>
    </Page>
  );
};
