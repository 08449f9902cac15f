import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { referenceIn } from '#gateway/admin-api/entity.ts';
import { lostEntities } from '#gateway/drift/lost-objects.ts';
import type { Run } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { waitUntilInForce } from '../gateway/in-force.ts';
import { compareDeployment } from './lost-protection.ts';

/**
 * Puts a deployment's lost plugins back in place, and waits until they are in force. Until then calls pass that should not, so
 * this comes before everything else, and makes nothing anew. A plugin whose service, route or consumer is lost too has nothing to
 * protect yet.
 */
export const putPluginsBack = async (run: Run): Promise<void> => {
  const { services, subject } = run;
  const deploymentId = Number(subject.id);
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status !== 'deployed') return;
  await withGateway(run, deployment.wanted.gatewayId, async (session) => {
    const compared = await compareDeployment(services, session, deploymentId);
    const { desired = [], held = new Map() } = compared ?? {};
    const plugins = lostEntities(desired, held).filter(
      ({ entity: { kind, body } }) =>
        kind === 'plugin' &&
        (['service', 'route', 'consumer'] as const).every((field) => {
          const bound = referenceIn(body, field);
          return bound === undefined || held.has(bound);
        }),
    );
    for (const { entity, found } of plugins) {
      await run.assertCurrent();
      await session.client.put(entity, entity.body);
      await run.record(`put ${entity.label}`, entity.id, found === 'missing' ? 'created' : 'changed');
    }
    if (plugins.length === 0) return;
    const written = plugins.map(({ entity }) => entity);
    await waitUntilInForce({ run, session, deploymentId, stage: 'protection', desired: written, wrote: true });
  });
};
