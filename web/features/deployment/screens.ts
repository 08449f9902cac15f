import { isAdmin, mayPublish } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const deploymentScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).deploymentViews,
  routes: [
    { path: '/api-deploy/:id', titleKey: 'deployments.title', who: mayPublish },
    { path: '/api-deploy/:id/:name/:env', titleKey: 'deployments.title', who: mayPublish },
  ],
  docks: {
    kong: { who: isAdmin },
    plugin: { who: isAdmin },
  },
};
