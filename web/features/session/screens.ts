import type { FeatureScreens } from '../../components/layout/screen.ts';
import { sessionViews } from './views.ts';

export const sessionScreens: FeatureScreens = {
  // Not in a chunk of its own: strangers see it first.
  views: async () => sessionViews,
  routes: [
    { path: '/auth-callback', titleKey: 'session.callback-title', who: 'anyone' },
    { path: '/logout', titleKey: 'session.logged-out-title', who: 'anyone' },
  ],
};
