import type { FeatureViews } from '../../components/layout/screen.ts';

export const issueViews: FeatureViews = {
  screens: {
    '/issues': async () => (await import('./issue-list.tsx')).IssueList,
  },
  docks: {
    issue: async () => (await import('./issue-details.tsx')).IssueDetails,
  },
};
