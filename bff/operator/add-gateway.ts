import { randomId } from '#platform/uuid.ts';
import { newId } from '../http/new-id.ts';
import type { NewSettings } from './gateway-arguments.ts';
import { gatewayCommand } from './gateway-command.ts';
import { accessOf, checked, portalUrlOf, refuseKnown, toldAdminKey } from './gateway-settings.ts';
import type { Operator } from './open-operator.ts';
import { sendResource } from './send-resource.ts';

/**
 * Adds a gateway after checking that it responds.
 *
 * @throws OperatorError with a sentence when it does not respond, or exists already.
 */
export const addGateway = async (operator: Operator, told: NewSettings): Promise<void> => {
  const { pool, vault } = operator;
  const { name, adminUrl, proxyUrl, proxySslUrl, access, nodes } = told;
  const portalUrl = portalUrlOf(operator, told.portalUrl);
  const adminKey = await toldAdminKey(told.adminKey);
  await operator.caughtUp();
  await refuseKnown(operator, told);
  const allowed = await accessOf(operator, access);
  const kong = await checked(operator, { adminUrl, proxyUrl, proxySslUrl, token: adminKey });
  const { apiUrl, apiSslUrl } = kong;
  const [resourceId, commandId] = [await newId(pool, 'resource'), randomId()];
  const gateway = { ...allowed, name, adminUrl, apiUrl, apiSslUrl, portalUrl, nodes, adminKey };
  const command = await gatewayCommand({ pool, vault }, resourceId, commandId, gateway);
  await sendResource(operator, resourceId, { command, commandId });
  console.log(
    `Added ${name}, a Kong ${kong.version}, for ${access === 'public' ? 'every organization' : access.join(', ')}.\n` +
      `Callers reach it at ${apiUrl} and ${apiSslUrl}; it reports to ${portalUrl}.\n` +
      `Whether its reports arrive: npm run gateway -- test ${JSON.stringify(name)}`,
  );
};
