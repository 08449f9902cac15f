import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { referenceIn } from '#gateway/admin-api/entity.ts';
import { lostEntities } from '#gateway/drift/lost-objects.ts';
import { weakeningObjects } from '#gateway/drift/weakening-objects.ts';
import type { Run } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { waitUntilInForce } from '../gateway/in-force.ts';
import { compareDeployment } from './lost-protection.ts';

/**
 * Removes plugins that weaken a deployment's protection and that nobody applied, puts its lost plugins back in place, and waits until
 * that is in force. Until then calls pass that should not, so
 * this comes before everything else, and makes nothing anew. A plugin whose service, route or consumer is lost too has nothing to
 * protect yet.
 *
 * @returns whether nothing else is lost.
 */
export const putPluginsBack = async (run: Run): Promise<boolean> => {
  const { services, subject } = run;
  const deploymentId = Number(subject.id);
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status !== 'deployed') return false;
  return await withGateway(run, deployment.wanted.gatewayId, async (session) => {
    const compared = await compareDeployment(services, session, deploymentId);
    const { desired = [], held = new Map(), own = [] } = compared ?? {};
    const lost = lostEntities(desired, held);
    const weakening = weakeningObjects(desired, own);
    const extra = weakening.filter(({ kind }) => kind === 'plugin');
    // Before the others: a gateway takes no two plugins of one name at one place.
    for (const entity of extra) {
      await run.assertCurrent();
      await session.client.remove(entity);
      await run.record(`delete ${entity.label}`, entity.id, 'removed');
    }
    const plugins = lost.filter(
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
    // A route is closed before it goes, and so is one that is lost made anew: by the reconciliation of the whole.
    const isAll = compared !== undefined && plugins.length === lost.length && extra.length === weakening.length;
    if (plugins.length + extra.length === 0) return isAll;
    const written = [...plugins.map(({ entity }) => entity), ...extra.map((entity) => ({ ...entity, body: {} }))];
    await waitUntilInForce({ run, session, deploymentId, stage: 'protection', desired: written, wrote: true });
    return isAll;
  });
};
