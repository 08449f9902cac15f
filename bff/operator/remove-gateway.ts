import { isRefusal } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/resource.ts';
import { guardOf, readGuards, whileGuardsMove } from '../http/guards.ts';
import { findGateway } from './gateway-settings.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';
import { sendResource } from './send-resource.ts';

const refuseUsed = async ({ pool }: Pick<Operator, 'pool'>, resourceId: number, name: string): Promise<void> => {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', d.id, d.name, d.environment, a.name) as line from deployments d left join apis a on a.id = d.api_id
     where d.gateway_id = $1 order by d.id`,
    [resourceId],
  );
  if (rows.length === 0) return;
  const first = rows.slice(0, 20).map(({ line }) => `  ${line}`);
  const more = rows.length > first.length ? [`  and ${rows.length - first.length} more`] : [];
  throw new OperatorError(
    [
      `${rows.length} deployments are on ${name}:`,
      ...first,
      ...more,
      'Delete them first. If the Kong is lost for ever, give the entry another one, which gets them:',
      `  npm run gateway -- set ${JSON.stringify(name)} --admin-url <URL> --proxy-url <URL>`,
    ].join('\n'),
  );
};

/**
 * Forgets a gateway that nothing is deployed to, and destroys its keys. Calls that it reported stay in the history.
 *
 * @throws OperatorError with a list of what is deployed to it.
 */
export const removeGateway = async (operator: Operator, wanted: string): Promise<void> => {
  const { pool, vault } = operator;
  await operator.caughtUp();
  const { resourceId, name, adminApiKey, telemetryKey } = await findGateway(operator, wanted);
  // A deployment that is requested meanwhile moves the guard: then both look again.
  const done = await whileGuardsMove(async () => {
    const guards = await readGuards(operator, [guardOf(resourceDecider, resourceId)], ['deployments']);
    await refuseUsed(operator, resourceId, name);
    return await sendResource(operator, resourceId, {
      command: { type: 'RemoveGateway', data: { isInUse: false } },
      guards,
    });
  });
  if (isRefusal(done)) throw new OperatorError('Deployments are requested there just now. Try again.');
  for (const key of [adminApiKey, telemetryKey]) if (key) await vault.destroySecret(pool, key.secretId);
  console.log(`Removed ${name}. Its reports are refused from now on.`);
};
