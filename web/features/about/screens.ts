import type { FeatureScreens } from '../../components/layout/screen.ts';
import { aboutViews } from './views.ts';

export const aboutScreens: FeatureScreens = {
  // Not in a chunk of its own: strangers see it first.
  views: async () => aboutViews,
  routes: [{ path: '/about', titleKey: 'shell.nav-about', who: 'anyone' }],
};
