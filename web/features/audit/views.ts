import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const auditViews: FeatureViews = {
  texts: ['audit', 'log-alarm'],
  screens: { '/audit': async () => (await import('./audit-list.tsx')).AuditList },
  docks: { [dockView]: async () => (await import('./audit-panel.tsx')).AuditPanel },
};
