import { ListChecks } from 'lucide-react';
import { readsAudit, readsRecords } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const auditScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).auditViews,
  routes: [
    {
      path: '/audit',
      titleKey: 'shell.group-audit',
      who: readsAudit,
      side: { group: 'audit', icon: ListChecks, who: readsRecords },
    },
  ],
  docks: { [dockView]: { who: readsAudit } },
};
