import { UserRoundPlus } from 'lucide-react';
import { lazy } from 'react';
import { isPortalAdmin, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

const pendingCount = lazy(() =>
  import('./shared/waiting-count.tsx').then((module) => ({ default: module.PendingCount })),
);

export const registrationScreens: FeatureScreens = {
  routes: [
    {
      path: '/register',
      screen: lazy(() => import('./sign-up.tsx').then((module) => ({ default: module.SignUp }))),
      titleKey: 'public.sign-up-title',
      who: 'anyone',
    },
    {
      path: '/registration-confirmation',
      screen: lazy(() => import('./confirmation.tsx').then((module) => ({ default: module.Confirmation }))),
      titleKey: 'public.signed-up-title',
      who: 'anyone',
    },
    {
      path: '/registration-mail',
      screen: lazy(() => import('./mail-sent.tsx').then((module) => ({ default: module.MailSent }))),
      titleKey: 'public.sign-up-title',
      who: 'anyone',
    },
    {
      path: '/confirm-registration',
      screen: lazy(() => import('./confirm-address.tsx').then((module) => ({ default: module.ConfirmAddress }))),
      titleKey: 'public.sign-up-title',
      who: 'anyone',
    },
    {
      path: '/pending-requests',
      screen: lazy(() => import('./pending-requests.tsx').then((module) => ({ default: module.PendingRequests }))),
      titleKey: 'shell.nav-pending-requests',
      who: isPortalAdmin,
      side: {
        group: 'portal',
        label: 'shell.nav-pending-requests',
        icon: UserRoundPlus,
        who: isPortalAdmin,
        count: pendingCount,
      },
    },
    {
      path: '/queue-requests',
      screen: lazy(() => import('./pending-requests.tsx').then((module) => ({ default: module.QueueRequests }))),
      titleKey: 'shell.nav-queue-requests',
      who: withRole('ROLE_COMPANY_ADMIN', 'ROLE_PORTAL_ADMIN'),
    },
  ],
  dockViews: {},
};
