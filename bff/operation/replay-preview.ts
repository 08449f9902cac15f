import { type Action, may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { previewReplay } from '#domain/operation/desk-calls.ts';
import { kindOf } from '#domain/operation-kinds/operation-kinds.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findOperation } from './queries.ts';
import { dryRunOf } from './shared/dry-run.ts';
import { planOf } from './shared/readable.ts';

/** Who may read what an operation is about, and so what it would change there. Of all other nouns: whoever may open the deployment. */
const readings: Readonly<Record<string, Action>> = {
  'gateway-object': 'gateway-object.read',
  'event-topic': 'event-topic.read',
  'event-subscription': 'event-subscription.list-all',
};

export const replayPreviews = [
  route(previewReplay, {
    limit: 'preview',
    action: 'operation.replay',
    summary:
      'What a replay would change at the gateway or Kafka now, for those who may read what it is about, or why it would fail or wait; changes nothing',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'operation.replay');
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const { hash: _hash, ...preview } = await dryRunOf(services, row);
      const { applicationId } = await planOf(services.db, id);
      const at = kindOf(row.kind).at ?? 'gateway';
      const reading = readings[row.subject_noun] ?? 'deployment.read';
      return { ...preview, at, ...(!may(actor, reading, { applicationId }) && { plan: null }) };
    },
  }),
];
