import type { FeatureViews } from '../../components/layout/screen.ts';

export const noticeViews: FeatureViews = {
  texts: ['notices', 'operations'],
  screens: {
    '/notices': async () => (await import('./notice-list.tsx')).NoticeList,
    '/my-requests': async () => (await import('./own-requests.tsx')).OwnRequests,
  },
};
