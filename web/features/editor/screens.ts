import { Wrench } from 'lucide-react';
import { isAdmin, isCompanyAdmin, isPortalAdmin, mayUseTools, type Who, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

const hasTools: Who = (user) => isAdmin(user) || (withRole('ROLE_COMPANY_USER')(user) && !isCompanyAdmin(user));

export const editorScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).editorViews,
  routes: [
    {
      path: '/tools',
      titleKey: 'tools.title',
      who: mayUseTools,
      top: { label: 'shell.nav-tools', icon: Wrench, who: hasTools },
      side: { group: 'miscellaneous', label: 'shell.nav-tools', icon: Wrench, who: isPortalAdmin },
    },
    { path: '/tools/editor', titleKey: 'tools.editor', who: mayUseTools },
  ],
};
