import { limitBodyOf } from '../consumer/limit-form.ts';
import type { ConsumerRateLimit } from '../consumer/rate-limit.ts';
import { type UndoRules, undoRules } from '../core/undo.ts';
import { limitKeysOfOrganization } from './calls.ts';
import { keyLimitDecider } from './decider.ts';
import type { KeyLimitEvent } from './key-limit.ts';

/** How a limit of an organization's keys is taken back. */
export const keyLimitUndo: UndoRules<KeyLimitEvent> = undoRules(keyLimitDecider, {
  KeyLimitChangeRequested: {
    shows: ({ rateLimit }) => ({ rateLimit }),
    opposite: ({ data: { deploymentId: id, apiId, organizationId }, wanted, basedOn }) => ({
      call: limitKeysOfOrganization,
      action: 'consumer.limit',
      about: { apiId, organizationId },
      does: 'fields',
      effects: ['gateway'],
      parameters: { id, organizationId },
      body: { ...limitBodyOf(wanted.rateLimit as ConsumerRateLimit | null), basedOn },
    }),
  },
});
