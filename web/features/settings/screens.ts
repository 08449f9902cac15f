import { Settings } from 'lucide-react';
import { anyUser, isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const settingsScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).settingsViews,
  routes: [
    {
      path: '/settings',
      titleKey: 'settings.title',
      who: anyUser,
      side: { group: 'portal', label: 'shell.settings', icon: Settings, who: isPortalAdmin },
    },
  ],
};
