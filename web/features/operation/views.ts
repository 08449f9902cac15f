import type { FeatureViews } from '../../components/layout/screen.ts';

export const operationViews: FeatureViews = {
  texts: ['operations', 'desk'],
  screens: {
    '/desk': async () => (await import('./desk.tsx')).Desk,
    '/operations': async () => (await import('./operation-list.tsx')).OperationList,
  },
  docks: {
    cause: async () => (await import('./cause-panel.tsx')).CausePanel,
    operation: async () => (await import('./operation-details.tsx')).OperationDetails,
  },
};
