import type { ListedKind } from '#domain/gateway-object/kind.ts';
import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './shared/dock-view.ts';

const listOf = (kind: ListedKind) => async () => (await import('./object-screens.tsx')).objectScreens[kind];

export const gatewayObjectViews: FeatureViews = {
  // Those of resources say when a certificate ends.
  texts: ['kong-objects', 'consumer-list', 'resources', 'take-overs'],
  screens: {
    '/kong/services': listOf('service'),
    '/kong/routes': listOf('route'),
    '/kong/consumers': listOf('consumer'),
    '/kong/plugins': listOf('plugin'),
    '/kong/upstreams': listOf('upstream'),
    '/kong/certificates': listOf('certificate'),
  },
  docks: {
    [dockView]: async () => (await import('./object-panel.tsx')).ObjectPanel,
  },
};
