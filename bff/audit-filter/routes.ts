import type { AuditFilterCommand } from '#domain/audit-filter/audit-filter.ts';
import { listAuditFilters, removeAuditFilter, saveAuditFilter } from '#domain/audit-filter/calls.ts';
import { auditFilterDecider } from '#domain/audit-filter/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';

type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'>;

/** Changes the caller's own filters. */
const change = async (request: Request, command: AuditFilterCommand) => {
  const { actor } = request;
  authorizeOpenly(actor, 'audit.list');
  return await runCommand(request, command, async () => ({
    decider: auditFilterDecider,
    id: actor.userId,
    command,
    response: {},
  }));
};

/** The filters that a person keeps of the audit. They are read from the person's own short stream, so no table has them. */
export const auditFilterRoutes = [
  route(listAuditFilters, {
    action: 'audit.list',
    summary: "One's own filters of the audit, by name",
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'audit.list');
      const { filters } = await loadState(services.store, auditFilterDecider, actor.userId);
      return {
        filters: filters
          .map(({ filterId: id, name, query }) => ({ id, name, query }))
          .toSorted((one, other) => one.name.localeCompare(other.name)),
      };
    },
  }),
  route(saveAuditFilter, {
    action: 'audit.list',
    limit: 'settings',
    summary: "Keep a filter of the audit under a name, or change one's own",
    handle: async (request) => {
      const { id: filterId, name, query } = request.body;
      return await change(request, {
        type: 'SaveFilter',
        data: { userId: request.actor.userId, filterId, name, query },
      });
    },
  }),
  route(removeAuditFilter, {
    action: 'audit.list',
    limit: 'settings',
    summary: "Delete one of one's own filters of the audit",
    handle: async (request) => {
      const { actor, parameters } = request;
      return await change(request, { type: 'RemoveFilter', data: { userId: actor.userId, filterId: parameters.id } });
    },
  }),
];
