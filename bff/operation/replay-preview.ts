import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { previewReplay } from '#domain/operation/desk-calls.ts';
import { kindOf } from '#domain/operation-kinds/operation-kinds.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findOperation } from './queries.ts';
import { dryRunOf } from './shared/dry-run.ts';
import { planOf } from './shared/readable.ts';

export const replayPreviews = [
  route(previewReplay, {
    limit: 'preview',
    action: 'operation.replay',
    summary:
      'What a replay would change at the gateway or Kafka now, for those who may open the deployment, or why it would fail or wait; changes nothing',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'operation.replay');
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const { hash: _hash, ...preview } = await dryRunOf(services, row);
      const { applicationId } = await planOf(services.db, id);
      const at = kindOf(row.kind).at ?? 'gateway';
      return { ...preview, at, ...(!may(actor, 'deployment.read', { applicationId }) && { plan: null }) };
    },
  }),
];
