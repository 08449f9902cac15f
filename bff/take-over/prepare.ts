import { idSequenceOf } from '#domain/core/id.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { TakeOverForm } from '#domain/take-over/form.ts';
import { mostKeys, type TakenKey } from '#domain/take-over/take-over.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { deploymentOf } from '#gateway/take-over/deployment-of.ts';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import { refusalsOf } from '#gateway/take-over/judge-service.ts';
import { cutText } from '#platform/cut-text.ts';
import { randomId } from '#platform/uuid.ts';
import { loadAccess } from '../access/access.ts';
import { grantForKey } from '../access/grant-for-key.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { findApi, refuseDeleting } from '../api/shared/row.ts';
import { changesByTwo, enterAlone } from '../approval-rule/shared/needs-two.ts';
import { newId } from '../http/new-id.ts';
import type { Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { namesFor } from './names-for.ts';
import type { SeenService } from './read-foreign-service.ts';

const refused = (code: string, parameters?: Readonly<Record<string, number>>) =>
  new RefusedError(refuse('conflict', { code, ...(parameters ? { parameters } : {}) }));

/** Returns the service as the person saw it. @throws RefusedError when it is another one, or does not fit. */
const serviceAsSeen = ({ foreign, state }: SeenService, seen: string): ForeignService => {
  if (state !== seen) throw refused('take-over.changed');
  if (refusalsOf(foreign).length > 0) throw refused('take-over.refused');
  const keys = foreign.callers.reduce((sum, caller) => sum + caller.keys.length, 0);
  if (keys > mostKeys) throw refused('take-over.too-many-keys', { limit: mostKeys });
  return foreign;
};

/** @throws RefusedError at the field of the API. */
const apiOf = async (services: Services, { apiId }: TakeOverForm) => {
  const api = await findApi(services.db, apiId);
  if (!api) throw invalidField('apiId', 'deployment.api-gone');
  refuseDeleting(api.state);
  if (api.format === 'pdf') throw invalidField('apiId', 'api.document-only');
  return { api, guards: await enterApi(services, apiId) };
};

/** Returns the keys that come along, each with the id of a key of this portal. */
const keysOf = async ({ pool }: Services, { callers }: ForeignService): Promise<TakenKey[]> => {
  const keys = callers.flatMap((caller) =>
    caller.keys.map(({ id }) => ({ credentialId: id, callerId: caller.id, nickname: cutText(caller.name, 50) })),
  );
  const { rows } = await pool.query<{ id: number }>(
    'select nextval($1::regclass)::int as id from generate_series(1, $2)',
    [idSequenceOf('consumer'), keys.length],
  );
  return keys.map((key, index) => ({ ...key, consumerId: (rows[index] as { id: number }).id }));
};

/** @property given names that the same call has given to other deployments. */
type Asked = Readonly<{
  gatewayId: number;
  service: Readonly<{ id: string; name: string }>;
  seen: SeenService;
  form: TakeOverForm;
  given: Set<string>;
}>;

/**
 * Makes the command that puts a service under the portal, for `runCommand`.
 *
 * @throws RefusedError when a choice is none, or the service is another one than the person saw.
 */
export const prepareTakeOver = async (
  request: Pick<Received, 'c' | 'caller' | 'services' | 'action'>,
  { gatewayId, service, seen, form, given }: Asked,
) => {
  const { services } = request;
  await refuseReadOnly(services.db, gatewayId);
  const foreign = serviceAsSeen(seen, form.seen);
  const { api, guards: ofApi } = await apiOf(services, form);
  const organization = await findOrganization(services.db, form.organizationId);
  if (!organization) throw invalidField('organizationId', 'consumer.organization-required');
  const { environment } = form;
  // There is no second person in a take-over, and what it changes at the gateway is known to the worker only.
  if (await changesByTwo(services, environment)) throw invalidField('environment', 'take-over.two-people');
  const guards = [...ofApi, ...(await enterAlone(services, environment))];
  const names = await namesFor(services.db, { gatewayId, environment, api, service: service.name, given });
  const config = deploymentOf(foreign, { gatewayId, environment, ...names });
  const gateways = await services.db.selectFrom('resources').select('admin_url').where('type', '=', 'KONG').execute();
  const wrong = await services.targets(
    config.upstreamUrl,
    gateways.flatMap(({ admin_url: url }) => url ?? []),
  );
  if (wrong) throw refused(wrong);
  const access = await loadAccess(services.store, api.id, organization.id);
  const grantId = await grantForKey(request, access, { apiId: api.id, organization });
  const deploymentId = await newId(services.pool, 'deployment');
  const operationId = randomId();
  return {
    decider: takeOverDecider,
    id: takeOverIdOf(gatewayId, service.id),
    guards,
    command: {
      type: 'RequestTakeOver',
      data: {
        operationId,
        gatewayId,
        serviceId: service.id,
        name: service.name,
        seen: form.seen,
        apiId: api.id,
        deploymentId,
        organizationId: organization.id,
        grantId,
        config,
        keys: await keysOf(services, foreign),
      },
    } as const,
    response: { entityId: deploymentId, operationId },
  };
};
