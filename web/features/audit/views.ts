import { auditEntryView } from '../../components/layout/audit-entry-view.ts';
import type { FeatureViews } from '../../components/layout/screen.ts';

export const auditViews: FeatureViews = {
  texts: ['audit', 'log-alarm'],
  screens: { '/audit': async () => (await import('./audit-list.tsx')).AuditList },
  docks: { [auditEntryView]: async () => (await import('./audit-panel.tsx')).AuditPanel },
};
