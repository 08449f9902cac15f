import { ListChecks } from 'lucide-react';
import { readsRecords, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

/** An administrator of a company reads what concerns it. */
const readsAudit = withRole('ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR', 'ROLE_COMPANY_ADMIN');

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
