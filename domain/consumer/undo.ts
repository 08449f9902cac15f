import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { changeKey, limitKey, removeKey } from './calls.ts';
import type { Consumer, ConsumerEvent, ConsumerSettings } from './consumer.ts';
import { currentConfig } from './current-config.ts';
import { consumerDecider } from './decider.ts';
import { limitBodyOf } from './limit-form.ts';
import { bodyOf } from './settings-form.ts';

const settingsIn = (state: Consumer): Shown => {
  if (state.status === 'none' || state.status === 'removing' || state.status === 'removed') return {};
  const { nickname, rateLimit, requestTransformer, endsAt = null } = currentConfig(state);
  return { nickname, rateLimit, requestTransformer, endsAt };
};

const isThere = (state: Consumer): Shown =>
  state.status === 'none' || state.status === 'removing' || state.status === 'removed' ? {} : { isThere: true };

/** How changes of a key are taken back. No former secret is kept, so credentials can't be put back. */
export const consumerUndo: UndoRules<ConsumerEvent> = undoRules(consumerDecider, {
  ConsumerRequested: {
    shows: isThere,
    by: 'ConsumerRemovalRequested',
    opposite: ({ data: { consumerId: id, apiId, organizationId } }) => ({
      call: removeKey,
      action: 'consumer.remove',
      about: { apiId, organizationId },
      does: 'remove-key',
      effects: ['gateway', 'keys-stop', 'for-good'],
      parameters: { id },
    }),
  },
  ConsumerChangeRequested: {
    shows: settingsIn,
    opposite: ({ data: { consumerId: id, apiId, organizationId }, wanted, touched, basedOn }) => {
      const settings = wanted as ConsumerSettings;
      const common = { about: { apiId, organizationId }, does: 'fields', effects: ['gateway'] } as const;
      const isLimit = touched.every((name) => name === 'rateLimit');
      // Who runs the API sets limits, also of keys whose other settings only their owners change.
      if (isLimit)
        return {
          ...common,
          call: limitKey,
          action: 'consumer.limit',
          parameters: { id },
          body: { ...limitBodyOf(settings.rateLimit), basedOn },
        };
      const sent = {
        limit: touched.includes('rateLimit'),
        transform: touched.includes('requestTransformer'),
        end: touched.includes('endsAt'),
      };
      return {
        ...common,
        call: changeKey,
        action: 'consumer.change',
        parameters: { id },
        body: { ...bodyOf(sent, settings), basedOn },
      };
    },
  },
  CredentialRotationRequested: 'secret',
  PreviousCredentialsEnded: 'secret',
  ConsumerApplied: 'part',
  ConsumerFailed: 'part',
  ConsumerRemovalRequested: 'ends',
  ConsumerRemoved: 'ends',
  CredentialRevealed: 'seen',
});
