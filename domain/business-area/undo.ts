import { type UndoRules, undoRules } from '../core/undo.ts';
import type { BusinessAreaDetails, BusinessAreaEvent } from './business-area.ts';
import { removeBusinessArea, saveBusinessArea } from './calls.ts';
import { businessAreaDecider } from './decider.ts';

/** How changes of a business area are taken back. */
export const businessAreaUndo: UndoRules<BusinessAreaEvent> = undoRules(businessAreaDecider, {
  BusinessAreaAdded: {
    shows: (state): Readonly<Record<string, unknown>> => (state.status === 'active' ? { isThere: true } : {}),
    by: 'BusinessAreaRemoved',
    opposite: ({ data: { businessAreaId: id } }) => ({
      call: removeBusinessArea,
      action: 'business-area.remove',
      about: {},
      does: 'remove',
      effects: ['for-good'],
      parameters: { id },
    }),
  },
  BusinessAreaChanged: {
    shows: (state) => (state.status === 'active' ? state.details : {}),
    opposite: ({ data: { businessAreaId: id }, wanted, basedOn }) => ({
      call: saveBusinessArea,
      action: 'business-area.save',
      about: {},
      does: 'fields',
      body: { id, ...(wanted as BusinessAreaDetails), basedOn },
    }),
  },
  BusinessAreaRemoved: 'ends',
});
