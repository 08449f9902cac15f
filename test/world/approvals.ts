import { approvalDecider } from '#domain/approval/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { differenceHash } from '#gateway/plan/difference-hash.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { within } from '../runner/limit.ts';
import type { WorkedWorld } from './worker-world.ts';

export type Asked = Readonly<{ approvalId: number; operationId: string; requestedBy: number; hash: string }>;

/** What people do with requests for a second person, in a world with a worker and no BFF. */
export const approvalsIn = (world: WorkedWorld) => {
  let lastPerson = 100;
  /** A new portal administrator. */
  const newPerson = async (): Promise<number> => {
    lastPerson += 1;
    const userId = lastPerson;
    const names = { firstname: 'Ada', lastname: 'Example', email: `ada-${userId}@company.example` };
    const data = { userId, organizationId: 1, ...names, roles: ['ROLE_PORTAL_ADMIN' as const] };
    await world.send(userDecider, userId, { type: 'RegisterUser', data });
    return userId;
  };

  /** Identifies the difference that a configuration makes at the gateway now. */
  const hashOf = async (deploymentId: number, config: DeploymentConfig): Promise<string> =>
    await withGateway(world, await loadState(world.store, resourceDecider, config.gatewayId), {}, async (session) => {
      const plan = await desiredDeployment(session, { deploymentId, config, operations: undefined });
      const actual = await actualOfDeployment(session, deploymentId, [...plan.entities, ...plan.replaces]);
      return differenceHash(await session.telemetryKey(), plan.entities, actual);
    });

  const approve = async ({ approvalId, hash }: Asked): Promise<number> => {
    const approvedBy = await newPerson();
    const now = new Date().toISOString();
    const ofOperator = { account: [], role: null };
    const data = { approvedBy, hash, note: '', now, approver: ofOperator, requester: ofOperator };
    await world.send(approvalDecider, approvalId, { type: 'GiveApproval', data });
    return approvedBy;
  };

  const stateOf = async ({ approvalId }: Asked) => {
    const state = await loadState(world.store, approvalDecider, approvalId);
    if (state.status === 'none') throw new Error('it is not there');
    return state;
  };
  const lapseOf = async ({ approvalId }: Asked) => {
    const last = (await world.store.read(`approval-${approvalId}`)).at(-1);
    return last?.type === 'ApprovalLapsed' ? last.data.lapse : undefined;
  };
  const lapsed = (asked: Asked) =>
    within(1_500, async () => {
      const lapse = await lapseOf(asked);
      if (!lapse) throw new Error(`it is ${(await stateOf(asked)).status}`);
      return lapse;
    });

  const hostOf = async (name: string) =>
    (await world.dump()).services?.find((service) => service.name === world.named(name))?.host;
  const editHost = async (name: string) => {
    const service = (await world.dump()).services?.find((each) => each.name === world.named(name));
    await world.admin('PATCH', `/services/${service?.id}`, { host: 'by-hand.example' });
  };

  return { newPerson, hashOf, approve, stateOf, lapseOf, lapsed, hostOf, editHost };
};
