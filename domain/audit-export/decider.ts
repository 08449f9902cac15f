import type { Decider } from '../core/decider.ts';
import { notFound } from '../core/problem.ts';
import type { AuditExport, AuditExportCommand, AuditExportEvent } from './audit-export.ts';

/** One export of the audit: it begins, and ends once. Each has a stream of its own. */
export const auditExportDecider: Decider<AuditExport, AuditExportCommand, AuditExportEvent> = {
  noun: 'audit-export',
  initialState: { status: 'none' },
  decide: ({ type, data }, state) => {
    if (type === 'BeginExport') return state.status === 'none' ? [{ type: 'AuditExportBegun', data }] : [];
    if (state.status !== 'begun') return state.status === 'none' ? notFound() : [];
    const { userId, organizationId } = state;
    const about = { userId, organizationId };
    return type === 'CompleteExport'
      ? [{ type: 'AuditExportCompleted', data: { ...about, ...data } }]
      : [{ type: 'AuditExportBrokenOff', data: { ...about, ...data } }];
  },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'AuditExportBegun':
        return { status: 'begun', userId: data.userId, organizationId: data.organizationId };
      case 'AuditExportCompleted':
      case 'AuditExportBrokenOff':
        return { status: 'ended' };
      default:
        return state;
    }
  },
};
