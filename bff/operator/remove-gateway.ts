import { isRefusal } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Gateway, ResourceCommand } from '#domain/resource/resource.ts';
import { guardOf, whileGuardsMove } from '#eventstore/guards.ts';
import { readGuards } from '../http/guards.ts';
import { deploymentsOn } from '../resource/shared/deployments-on.ts';
import { destroySecretsOf } from '../resource/shared/secrets-of.ts';
import { findGateway } from './gateway-settings.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';
import { sendResource } from './send-resource.ts';

const refuseUsed = async ({ pool }: Pick<Operator, 'pool'>, resourceId: number, name: string): Promise<void> => {
  const lines = await deploymentsOn(pool, resourceId);
  if (lines.length === 0) return;
  const first = lines.slice(0, 20).map((line) => `  ${line}`);
  const more = lines.length > first.length ? [`  and ${lines.length - first.length} more`] : [];
  throw new OperatorError(
    [
      `${lines.length} deployments are on ${name}:`,
      ...first,
      ...more,
      'Delete them first. If the Kong is lost for ever, give the entry another one, which gets them:',
      `  npm run gateway -- set ${JSON.stringify(name)} --admin-url <URL> --proxy-url <URL>`,
    ].join('\n'),
  );
};

/** Returns what takes organizations and certificates from a gateway. */
const partsOf = ({ organizations, certificates = [] }: Gateway): readonly ResourceCommand[] => [
  ...organizations.map((organizationId) => ({ type: 'EndUse', data: { organizationId } }) as const),
  ...certificates.map(({ certificateId }) => ({ type: 'RemoveCertificate', data: { certificateId } }) as const),
];

/**
 * Forgets a gateway that nothing is deployed to, and destroys its keys. Calls that it reported stay in the history.
 *
 * @throws OperatorError with a list of what is deployed to it.
 */
export const removeGateway = async (operator: Operator, wanted: string): Promise<void> => {
  await operator.caughtUp();
  const gateway = await findGateway(operator, wanted);
  const { resourceId, name } = gateway;
  // A deployment that is requested meanwhile moves the guard: then both look again.
  const done = await whileGuardsMove(async () => {
    const guards = await readGuards(operator, [guardOf(resourceDecider, resourceId)], ['deployments']);
    await refuseUsed(operator, resourceId, name);
    // Whoever runs the portal need not take away by hand what belongs to the entry alone.
    for (const command of partsOf(gateway)) await sendResource(operator, resourceId, { command });
    return await sendResource(operator, resourceId, {
      command: { type: 'RemoveResource', data: { uses: [], organizationNames: '' } },
      guards,
    });
  });
  if (isRefusal(done)) throw new OperatorError('Deployments are requested there just now. Try again.');
  await destroySecretsOf(operator, gateway);
  console.log(`Removed ${name}. Its reports are refused from now on.`);
};
