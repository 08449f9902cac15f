import { readsAudit } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const asOfScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).asOfViews,
  routes: [{ path: '/as-of', titleKey: 'shell.as-of', who: readsAudit }],
};
