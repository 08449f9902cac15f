import { UserRoundPlus } from 'lucide-react';
import { lazy } from 'react';
import { isPortalAdmin, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

const pendingCount = lazy(() =>
  import('./shared/waiting-count.tsx').then((module) => ({ default: module.PendingCount })),
);

export const registrationScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).registrationViews,
  routes: [
    {
      path: '/pending-requests',
      titleKey: 'shell.nav-pending-requests',
      who: isPortalAdmin,
      side: { group: 'portal', icon: UserRoundPlus, count: pendingCount },
    },
    {
      path: '/queue-requests',
      titleKey: 'shell.nav-queue-requests',
      who: withRole('ROLE_COMPANY_ADMIN', 'ROLE_PORTAL_ADMIN'),
    },
  ],
};
