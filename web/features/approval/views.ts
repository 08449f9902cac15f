import type { FeatureViews } from '../../components/layout/screen.ts';

export const approvalViews: FeatureViews = {
  texts: ['approvals', 'errors'],
  screens: {
    '/approvals': async () => (await import('./approval-list.tsx')).ApprovalList,
    '/approvals/:id': async () => (await import('./approval-page.tsx')).ApprovalPage,
  },
};
