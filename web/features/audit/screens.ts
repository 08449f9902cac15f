import { ListChecks } from 'lucide-react';
import { readsAudit, readsRecords } from '../../api/roles.ts';
import { auditEntryView } from '../../components/layout/audit-entry-view.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

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
  docks: { [auditEntryView]: { who: readsAudit } },
};
