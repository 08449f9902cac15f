import { isGatewayAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const takeOverScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).takeOverViews,
  routes: [{ path: '/kong/take-over', titleKey: 'shell.nav-kong-services', who: isGatewayAdmin }],
};
