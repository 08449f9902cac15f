import type { TakeOverRequest } from '#domain/take-over/take-over.ts';
import type { DesiredEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { agrees } from '#gateway/change/difference.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import type { Run } from '../engine/run.ts';

/** Limits the parallel calls to a gateway: the timeout of each call starts when it is made. */
const atOnce = 8;

/** Returns the groups by which the callers of a service may call its deployment before their keys are the portal's. */
const groupsOf = (names: GatewayNames, { deploymentId, keys }: TakeOverRequest): DesiredEntity[] =>
  [...new Set(keys.map(({ callerId }) => callerId))].map((callerId) => ({
    kind: 'acl',
    id: names.entityId('deployment', deploymentId, 'caller', callerId),
    consumerId: callerId,
    label: 'acl of a caller',
    body: { group: names.group(deploymentId), tags: names.tags(deploymentId) },
  }));

/** Lets the callers of a service call the deployment too. It takes nothing from them. */
export const admitCallers = async (run: Run, session: GatewaySession, asked: TakeOverRequest): Promise<void> => {
  const { client, names } = session;
  const groups = groupsOf(names, asked);
  const made = await someAtOnce(atOnce, groups, async (group) => {
    const found = await client.get(group);
    // A write would be waited for again.
    if (found && agrees(group.body, found.body)) return false;
    await run.assertCurrent();
    crashPoint('take-over.admit.before');
    await client.put(group, group.body);
    crashPoint('take-over.admit.after');
    return true;
  });
  if (made.includes(true)) await run.record('put acl', String(groups.length), 'created');
};

/** Takes the deployment's group from the consumers that had the keys. */
export const releaseCallers = async (run: Run, session: GatewaySession, asked: TakeOverRequest): Promise<void> => {
  const groups = groupsOf(session.names, asked);
  const results = await someAtOnce(atOnce, groups, async (group) => {
    await run.assertCurrent();
    const result = await session.client.remove(group);
    crashPoint('take-over.release.after');
    return result;
  });
  if (results.includes('removed')) await run.record('delete acl', String(groups.length), 'removed');
};
