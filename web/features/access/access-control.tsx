import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Page } from '../../components/layout/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { GrantList } from './grant-list.tsx';
import { RequestList } from './request-list.tsx';

/** Lists the requests for access to APIs, and the grants (docs/product/keys-and-access.md). */
export const AccessControl = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'grants' ? 'grants' : 'requests';
  /** Drops the other list's parameters from the address. An open dock stays. */
  const choose = (next: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(next === 'grants' ? { tab: next } : {});
        const dock = before.get('dock');
        if (dock) after.set('dock', dock);
        return after;
      },
      { replace: true },
    );
  return (
    <Page title={t('access.title')} description={t('access.text')}>
      <Tabs value={tab} onValueChange={choose}>
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
