import process from 'node:process';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/resource.ts';
import { execute } from '#eventstore/execute.ts';
import { type CheckedKong, checkKong, UnfitKongError } from '#gateway/admin-api/check-kong.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { newId } from '../http/new-id.ts';
import type { AddArguments } from './gateway-arguments.ts';
import { gatewayCommand } from './gateway-command.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';
import { readSecret } from './read-secret.ts';

/** Finds organizations by name or id. @throws OperatorError for the first unknown one. */
const findOrganizations = async ({ pool }: Operator, wanted: readonly string[]): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number; name: string }>('select id, name from organizations order by id');
  return wanted.map((text) => {
    const found = rows.find(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
    if (found) return found.id;
    const known = rows.map(({ id, name }) => `${id} ${name}`).join(', ');
    throw new OperatorError(`There is no organization ${text}. There are: ${known || 'none yet'}.`);
  });
};

/** With two entries for one Kong, two operations could change it at once. */
const refuseKnown = async ({ pool }: Operator, { name, adminUrl }: AddArguments): Promise<void> => {
  const { rows } = await pool.query<{ name: string; admin_url: string }>(
    'select name, admin_url from resources where lower(name) = lower($1) or admin_url = $2 order by id limit 1',
    [name, adminUrl],
  );
  const [known] = rows;
  if (!known) return;
  throw new OperatorError(
    known.admin_url === adminUrl
      ? `The Admin API ${adminUrl} is added already, as ${known.name}.`
      : `There is a gateway called ${known.name} already. Choose another name.`,
  );
};

const portalUrlOf = ({ settings }: Operator, told: string | undefined): string => {
  if (told !== undefined) return told;
  if (settings.INGEST_PORT !== undefined)
    throw new OperatorError(
      `The portal takes a gateway's reports at a port of its own (INGEST_PORT=${settings.INGEST_PORT}). Say how the gateway reaches it: --portal-url <URL>.`,
    );
  return settings.PUBLIC_URL.replace(/(?<!\/)\/+$/, '');
};

const check = async (kong: Parameters<typeof checkKong>[0]): Promise<CheckedKong> => {
  try {
    return await checkKong(kong);
  } catch (error) {
    throw error instanceof UnfitKongError ? new OperatorError(error.message) : error;
  }
};

/**
 * Adds a gateway after checking that it responds.
 *
 * @throws OperatorError with a sentence when it does not respond, or exists already.
 */
export const addGateway = async (operator: Operator, asked: AddArguments): Promise<void> => {
  const { store, pool, vault, now } = operator;
  const { name, adminUrl, proxyUrl, proxySslUrl, isPublic, nodes } = asked;
  const portalUrl = portalUrlOf(operator, asked.portalUrl);
  const token = asked.asksKey ? await readSecret('Key of the Admin API: ') : process.env.KONG_ADMIN_TOKEN;
  await operator.caughtUp();
  await refuseKnown(operator, asked);
  const organizations = await findOrganizations(operator, asked.organizations);
  const adminKey = token || undefined;
  const kong = await check({ adminUrl, proxyUrl, proxySslUrl, token: adminKey, proxyOption: '--proxy-url' });
  const { apiUrl, apiSslUrl } = kong;
  const [resourceId, commandId] = [await newId(pool, 'resource'), randomId()];
  const gateway = { name, isPublic, organizations, adminUrl, apiUrl, apiSslUrl, portalUrl, nodes, adminKey };
  const done = await execute({
    store,
    decider: resourceDecider,
    id: resourceId,
    command: await gatewayCommand({ pool, vault }, resourceId, commandId, gateway),
    meta: { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() },
  });
  if (isRefusal(done)) throw new OperatorError(`The gateway was refused: ${done.problems[0].code}.`);
  await waitForPosition(pool, done.position, undefined, ['resources']);
  console.log(
    `Added ${name}, a Kong ${kong.version}, for ${isPublic ? 'every organization' : asked.organizations.join(', ')}.\n` +
      `Callers reach it at ${apiUrl} and ${apiSslUrl}; it reports to ${portalUrl}.`,
  );
};
