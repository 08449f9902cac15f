import { useSearchParams } from 'wouter';
import { Page } from '../../components/layout/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Outages } from '../notice/shared/outages.tsx';
import { AllDeployments } from './all-deployments.tsx';
import { AllKeys } from './all-keys.tsx';

/** All deployments and keys of all organizations, for administrators. */
export const Overview = () => {
  const t = useLazyTexts('overview');
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'keys' ? 'keys' : 'deployments';
  /** Drops the other list's parameters from the address. The environment and an open dock stay. */
  const choose = (next: string) =>
    setSearch((before) => {
      const after = new URLSearchParams(next === 'keys' ? { tab: next } : {});
      for (const name of ['env', 'dock']) {
        const kept = before.get(name);
        if (kept) after.set(name, kept);
      }
      return after;
    });
  return (
    <Page title={t('overview.title')} description={t('overview.text')}>
      <Outages />
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label={t('overview.title')}>
          <TabsTrigger value="deployments">{t('overview.deployments')}</TabsTrigger>
          <TabsTrigger value="keys">{t('overview.keys')}</TabsTrigger>
        </TabsList>
        <TabsContent value="deployments" className="grid gap-4">
          <AllDeployments />
        </TabsContent>
        <TabsContent value="keys" className="grid gap-4">
          <AllKeys />
        </TabsContent>
      </Tabs>
    </Page>
  );
};
