import type { FeatureViews } from '../../components/layout/screen.ts';

export const consumerReportViews: FeatureViews = {
  screens: {
    '/kong/consumer-list': async () => (await import('./consumer-list.tsx')).ConsumerList,
  },
};
