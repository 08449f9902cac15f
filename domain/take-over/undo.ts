import { type UndoRules, undoRules } from '../core/undo.ts';
import { takeOverDecider } from './decider.ts';
import { reopenServices } from './many-calls.ts';
import type { TakeOverEvent } from './take-over.ts';

/** How decisions on services of others are taken back. Who skips one again says why anew. */
export const takeOverUndo: UndoRules<TakeOverEvent> = undoRules(takeOverDecider, {
  ServiceTakeOverRequested: 'begins',
  ServiceTakeOverBegun: 'part',
  ServiceTakenOver: 'part',
  ServiceTakeOverFailed: 'part',
  ServiceSkipped: {
    shows: ({ isSkipped = false }) => ({ isSkipped }),
    by: 'ServiceReopened',
    opposite: ({ data: { gatewayId, serviceId } }) => ({
      call: reopenServices,
      action: 'gateway-object.change',
      about: {},
      does: 'reopen',
      body: { gatewayId, serviceIds: [serviceId] },
    }),
  },
  ServiceReopened: 'decided',
});
