import type { Gateway } from '#domain/resource/resource.ts';
import { httpLogEndpointOf } from '#domain/resource/settings.ts';
import { randomId } from '#platform/uuid.ts';
import { afterGatewayChange } from '../resource/shared/gateway-change.ts';
import { keepKey } from '../resource/shared/keep-key.ts';
import type { ToldSettings } from './gateway-arguments.ts';
import { accessOf, checked, findGateway, refuseKnown, toldAdminKey } from './gateway-settings.ts';
import type { Operator } from './open-operator.ts';
import { sendResource } from './send-resource.ts';

/** Returns the Admin API's key as it is from now on, and what the check sends. */
const keyAfter = async (operator: Operator, before: Gateway, told: ToldSettings, commandId: string) => {
  if (told.adminKey === false) return { adminApiKey: null, token: undefined };
  const { resourceId, adminApiKey } = before;
  if (told.adminKey !== true) {
    const token = adminApiKey && (await operator.vault.openSecret(operator.pool, adminApiKey.secretId));
    return { adminApiKey, token: token ?? undefined };
  }
  const token = await toldAdminKey(true);
  if (!token) return { adminApiKey: null, token };
  return {
    adminApiKey: await keepKey(operator, { resourceId, commandId, kind: 'admin-api-key', value: token }),
    token,
  };
};

/** The settings that the command shows, by their options. */
const shown = [
  ['name', 'name'],
  ['adminUrl', 'admin-url'],
  ['apiUrl', 'proxy-url'],
  ['apiSslUrl', 'proxy-ssl-url'],
  ['nodes', 'nodes'],
  ['httpLogEndpoint', 'portal-url'],
  ['isPublic', 'public'],
  ['organizations', 'organizations'],
] as const satisfies readonly (readonly [keyof Gateway, string])[];

const changesOf = (before: Gateway, after: Gateway): string[] => [
  ...shown
    .filter(([setting]) => String(before[setting]) !== String(after[setting]))
    .map(([setting, option]) => `${option}: ${before[setting]} -> ${after[setting]}`),
  ...(before.adminApiKey?.secretId === after.adminApiKey?.secretId
    ? []
    : [after.adminApiKey ? 'admin-key: another one' : 'admin-key: none']),
];

/**
 * Changes a gateway after checking that it responds as it is told. What is deployed to it goes along: to another Kong with
 * all keys; when it reports elsewhere, its log plugins are changed. People who may no longer deploy to it keep what they have
 * there.
 *
 * @throws OperatorError with a sentence when it does not respond, or another one has its name or address.
 */
export const setGateway = async (operator: Operator, wanted: string, told: ToldSettings): Promise<void> => {
  await operator.caughtUp();
  const before = await findGateway(operator, wanted);
  const { resourceId } = before;
  const commandId = randomId();
  const { name = before.name, adminUrl = before.adminUrl, proxyUrl = before.apiUrl, portalUrl, access } = told;
  await refuseKnown(operator, { name, adminUrl }, resourceId);
  const allowed = access === undefined ? {} : await accessOf(operator, access);
  const { adminApiKey, token } = await keyAfter(operator, before, told, commandId);
  const proxySslUrl = told.proxySslUrl ?? (told.proxyUrl === undefined ? before.apiSslUrl : undefined);
  const { apiUrl, apiSslUrl } = await checked(operator, {
    ...{ adminUrl, proxyUrl, proxySslUrl, token },
    authorities: before.certificates?.map(({ certificate }) => certificate),
  });
  const httpLogEndpoint = portalUrl === undefined ? before.httpLogEndpoint : httpLogEndpointOf(portalUrl, resourceId);
  const nodes = told.nodes === undefined ? {} : { nodes: told.nodes, nodeNames: [] };
  const after: Gateway = {
    ...before,
    ...allowed,
    ...nodes,
    name,
    adminUrl,
    apiUrl,
    apiSslUrl,
    httpLogEndpoint,
    adminApiKey,
  };
  const events = await sendResource(operator, resourceId, {
    command: { type: 'ChangeResource', data: after },
    commandId,
  });
  if (events.length === 0) return console.log(`${name} is so already.`);
  console.log([`Changed ${before.name}.`, ...changesOf(before, after).map((line) => `  ${line}`)].join('\n'));
  const brought = await afterGatewayChange(operator, before, after);
  if (!brought) return;
  const { deployments, keys, isOtherKong } = brought;
  console.log(
    `${deployments} deployments${isOtherKong ? ` and ${keys} keys` : ''} are brought there now: see Operations.`,
  );
  if (isOtherKong) console.log(`What Portico made at ${before.adminUrl} stays there, if that is another Kong.`);
};
