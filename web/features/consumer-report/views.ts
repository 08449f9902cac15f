import type { FeatureViews } from '../../components/layout/screen.ts';

export const consumerReportViews: FeatureViews = {
  texts: ['consumer-list'],
  screens: {
    '/kong/consumer-list': async () => (await import('./consumer-list.tsx')).ConsumerList,
  },
};
