import { Server } from 'lucide-react';
import { isGatewayAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { dockView } from './shared/dock-view.ts';

const screen = (path: string, titleKey: TextKey) =>
  ({
    path,
    titleKey,
    who: isGatewayAdmin,
    side: { group: 'kong', label: titleKey, icon: Server },
  }) as const;

export const gatewayObjectScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).gatewayObjectViews,
  routes: [
    screen('/kong/services', 'shell.nav-kong-services'),
    screen('/kong/routes', 'shell.nav-kong-routes'),
    screen('/kong/consumers', 'shell.nav-kong-consumers'),
    screen('/kong/plugins', 'shell.nav-kong-plugins'),
    screen('/kong/upstreams', 'shell.nav-kong-upstreams'),
    screen('/kong/certificates', 'shell.nav-kong-certificates'),
  ],
  docks: { [dockView]: { who: isGatewayAdmin } },
};
