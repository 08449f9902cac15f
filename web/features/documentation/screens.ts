import { anyUser } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const documentationScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).documentationViews,
  routes: [{ path: '/swagger-page/:id', titleKey: 'documentation.title', who: anyUser }],
};
