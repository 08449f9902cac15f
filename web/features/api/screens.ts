import { LayoutGrid, Library, Upload } from 'lucide-react';
import { anyUser, hasAnyRole, isAdmin, mayPublish } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const apiScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).apiViews,
  routes: [
    {
      path: '/wall',
      titleKey: 'apis.gallery-my-title',
      who: anyUser,
      top: { label: 'shell.nav-gallery', icon: LayoutGrid, who: hasAnyRole },
      side: { group: 'api', label: 'shell.nav-my-apis', icon: LayoutGrid, who: isAdmin },
    },
    {
      path: '/wall/all',
      titleKey: 'apis.gallery-title',
      who: anyUser,
      side: { group: 'api', label: 'shell.nav-all-apis', icon: Library, who: isAdmin },
    },
    {
      path: '/api-upload',
      titleKey: 'upload.title',
      who: mayPublish,
      side: { group: 'api', label: 'shell.nav-upload', icon: Upload, who: isAdmin },
    },
  ],
};
