import type { Decider } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { AuditFilterCommand, AuditFilterEvent, AuditFilterList } from './audit-filter.ts';
import { mostFilters } from './limits.ts';

/** The filters of one person: up to a bound, each with a name of its own. The id of the stream is the person's. */
export const auditFilterDecider: Decider<AuditFilterList, AuditFilterCommand, AuditFilterEvent> = {
  noun: 'audit-filter',
  initialState: { last: 0, filters: [] },
  decide: ({ type, data }, { last, filters }) => {
    const known = filters.find(({ filterId }) => filterId === data.filterId);
    if (type === 'RemoveFilter') return known ? [{ type: 'AuditFilterRemoved', data }] : notFound();
    if (data.filterId !== 0 && !known) return notFound();
    const sameName = filters.find(({ name }) => name.toLowerCase() === data.name.toLowerCase());
    if (sameName && sameName !== known) return refuse('conflict', { code: 'audit-filter.name-taken', field: 'name' });
    if (known?.name === data.name && known.query === data.query) return [];
    if (!known && filters.length >= mostFilters)
      return refuse('conflict', { code: 'audit-filter.too-many', field: 'name' });
    return [{ type: 'AuditFilterSaved', data: { ...data, filterId: known?.filterId ?? last + 1 } }];
  },
  evolve: (state, event) => {
    const { filterId } = event.data;
    switch (event.type) {
      case 'AuditFilterSaved': {
        const { name, query } = event.data;
        const saved = { filterId, name, query };
        return {
          last: Math.max(state.last, filterId),
          filters: state.filters.some((one) => one.filterId === filterId)
            ? state.filters.map((one) => (one.filterId === filterId ? saved : one))
            : [...state.filters, saved],
        };
      }
      case 'AuditFilterRemoved':
        return { ...state, filters: state.filters.filter((one) => one.filterId !== filterId) };
      default:
        return state;
    }
  },
};
