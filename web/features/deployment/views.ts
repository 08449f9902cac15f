import type { FeatureViews } from '../../components/layout/screen.ts';

export const deploymentViews: FeatureViews = {
  screens: {
    '/api-deploy/:id': async () => (await import('./deploy.tsx')).Deploy,
    '/api-deploy/:id/:name/:env': async () => (await import('./deploy.tsx')).Deploy,
  },
  docks: {
    kong: async () => (await import('./gateway-service.tsx')).GatewayService,
    plugin: async () => (await import('./gateway-plugin.tsx')).GatewayPlugin,
  },
};
