import { isAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const consumerScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).consumerViews,
  routes: [{ path: '/kong/add-consumer', titleKey: 'shell.nav-kong-consumers', who: isAdmin }],
  docks: {
    key: {},
    keys: {},
  },
};
