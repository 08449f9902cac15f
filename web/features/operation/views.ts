import type { FeatureViews } from '../../components/layout/screen.ts';

export const operationViews: FeatureViews = {
  texts: ['operations'],
  screens: {
    '/operations': async () => (await import('./operation-list.tsx')).OperationList,
  },
  docks: {
    operation: async () => (await import('./operation-details.tsx')).OperationDetails,
  },
};
