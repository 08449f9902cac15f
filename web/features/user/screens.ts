import { anyUser } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const userScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).userViews,
  routes: [
    { path: '/user-profile', titleKey: 'account.profile-title', who: anyUser },
    { path: '/edit-profile', titleKey: 'account.edit-title', who: anyUser },
    { path: '/change-password', titleKey: 'account.password-title', who: anyUser },
  ],
};
