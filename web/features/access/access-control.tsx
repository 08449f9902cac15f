import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { decidesAccess, readsRecords } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { DeletedList } from './deleted-list.tsx';
import { GrantList } from './grant-list.tsx';
import { RequestList } from './request-list.tsx';
import { ViewedList } from './viewed-list.tsx';

const lists = { requests: RequestList, grants: GrantList, deleted: DeletedList, viewed: ViewedList };
type Tab = keyof typeof lists;
/** For those who decide: all of it, or what is about the APIs that they maintain. */
const decidersTabs: readonly Tab[] = ['requests', 'grants'];
const auditorsTabs: readonly Tab[] = ['deleted', 'viewed'];

/**
 * Lists the requests for access to APIs, the grants, the deleted APIs, and who saw which key
 * (docs/product/keys-and-access.md).
 */
export const AccessControl = () => {
  const { t } = useTranslation();
  const user = useUser();
  const tabs = [...(decidesAccess(user) ? decidersTabs : []), ...(readsRecords(user) ? auditorsTabs : [])];
  const [search, setSearch] = useSearchParams();
  const [first = 'requests'] = tabs;
  const tab = tabs.find((one) => one === search.get('tab')) ?? first;
  /** Drops the other list's parameters from the address. An open dock stays. */
  const choose = (next: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(next === first ? {} : { tab: next });
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
          {tabs.map((one) => (
            <TabsTrigger key={one} value={one}>
              {t(`access.${one}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map((one) => {
          const List = lists[one];
          return (
            <TabsContent key={one} value={one} className="grid gap-4">
              <List />
            </TabsContent>
          );
        })}
      </Tabs>
    </Page>
  );
};
