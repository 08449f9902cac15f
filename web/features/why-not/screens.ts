import { MessageCircleQuestion } from 'lucide-react';
import { isSupport } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const whyNotScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).whyNotViews,
  routes: [
    {
      path: '/why-not',
      titleKey: 'shell.why-not',
      who: isSupport,
      side: { group: 'operations', icon: MessageCircleQuestion },
    },
  ],
};
