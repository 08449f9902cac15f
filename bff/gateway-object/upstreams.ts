import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { deleteTarget, readTargets, readUpstreamForm, saveTarget, saveUpstream } from '#domain/gateway-object/calls.ts';
import { checkField } from '#domain/gateway-object/check-form.ts';
import { hostOfTarget, type TargetForm, type UpstreamForm } from '#domain/gateway-object/forms.ts';
import { mostTargets } from '#domain/gateway-object/schema.ts';
import { isKongObject, type KongObject, referenceIn } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { MirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { canonicalAddress, expandedAddress } from '#platform/ip-address.ts';
import { deploymentAtHost } from '#projections/deployment-at-host.ts';
import { readGateway } from '../deployment/shared/gateway-reader.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findObject } from './find-object.ts';
import { gatewayIdOf, readDrawnForm } from './plugin-forms.ts';
import { refuseProblems } from './plugin-wanted.ts';
import { refuseOwn, refuseTakenName } from './refusals.ts';
import { removeObject, type SavedPlace, saveObject } from './save-object.ts';

const readForm = (services: Services, gatewayId: number) => readDrawnForm(services, gatewayId, 'upstream');

const upstreamWanted = async (
  services: Services,
  { name, settings }: UpstreamForm,
  { id, gatewayId, found }: SavedPlace,
) => {
  await refuseTakenName(services.db, { gatewayId, kind: 'upstream', name, id });
  if (canonicalAddress(name)) throw invalidField('name', 'gateway-object.upstream-name-invalid');
  const api = name === found?.name ? undefined : await deploymentAtHost(services.pool, { gatewayId, host: name });
  if (api !== undefined) throw invalidField('name', 'gateway-object.host-of-deployment', { host: name, api });
  refuseProblems(checkField(settings, await readForm(services, gatewayId), ['settings']));
  return { fields: { ...settings, name } };
};

/** Returns a target as Kong writes it. @throws RefusedError at the field, also for one that the policy of targets refuses. */
const targetOf = async (services: Services, text: string): Promise<string> => {
  const parts = hostOfTarget(text);
  if (!parts) throw invalidField('target', 'gateway-object.target-invalid');
  const { host, port } = parts;
  const gateways = await services.db.selectFrom('resources').select('admin_url').where('type', '=', 'KONG').execute();
  const wrong = await services.targets(
    `http://${host}:${port}`,
    gateways.flatMap(({ admin_url: url }) => url ?? []),
  );
  if (wrong) throw invalidField('target', wrong);
  const address = host.startsWith('[') ? expandedAddress(host.slice(1, -1)) : undefined;
  return `${address ? `[${address}]` : host}:${port}`;
};

/** A target is read at its gateway: the table has those of some upstreams only. */
const readTarget = async (
  { names, vault }: Services,
  gatewayId: number,
  { client }: Pick<GatewaySession, 'client'>,
  upstreamId: string,
  id: string,
): Promise<MirroredObject> => {
  const body = await client.read(`/upstreams/${upstreamId}/targets/${id}`);
  const [found] = body ? await mirrored({ gatewayId, client, names, vault }, 'target', [body]) : [];
  if (!found) throw new RefusedError(notFound());
  if (found.isOwn)
    throw new RefusedError(refuse('conflict', { code: 'gateway-object.of-deployment', parameters: { api: '' } }));
  return found;
};

const targetWanted = async (services: Services, form: TargetForm, { gatewayId, found }: SavedPlace) => {
  const { weight, upstreamId } = form;
  const { found: upstream } = await findObject(services.db, { kind: 'upstream', id: upstreamId, gatewayId }).catch(
    (error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
      throw invalidField('upstreamId', 'gateway-object.scope-unknown');
    },
  );
  refuseOwn(upstream);
  if (found) return { fields: { weight }, upstreamId };
  return {
    fields: { target: await targetOf(services, form.target), weight, upstream: { id: upstreamId } },
    upstreamId,
  };
};

const healthIn = (data: unknown): ReadonlyMap<string, string> =>
  new Map(
    (Array.isArray(data) ? data : []).filter(isKongObject).flatMap((each): [string, string][] => {
      const { id, health } = each;
      return typeof id === 'string' && typeof health === 'string' ? [[id, health.slice(0, 40)]] : [];
    }),
  );

/** Upstreams and their targets: their forms, and what they are changed by. */
export const upstreamRoutes = [
  route(readUpstreamForm, {
    action: 'gateway-object.read',
    summary: 'The form of an upstream, from the schema that its gateway tells',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      return { settings: await readForm(services, await gatewayIdOf(services, query.gatewayId)) };
    },
  }),
  route(readTargets, {
    action: 'gateway-object.read',
    summary: 'The targets of an upstream as its gateway has them now, with their health',
    handle: async ({ services, actor, parameters: { id }, query }) => {
      authorize(actor, 'gateway-object.read');
      const { gatewayId } = await findObject(services.db, { kind: 'upstream', id, gatewayId: query.gatewayId });
      const { names, vault } = services;
      return await readGateway(services, gatewayId, async ({ client }) => {
        const bodies: KongObject[] = [];
        await client.pages(`/upstreams/${id}/targets`, async (page) => {
          bodies.push(...page.slice(0, mostTargets - bodies.length));
        });
        // An older gateway, and one that is about to take the upstream into force, tells none.
        const told = await client.read(`/upstreams/${id}/health?size=1000`).catch(() => undefined);
        const health = healthIn(told?.data);
        const found = await mirrored({ gatewayId, client, names, vault }, 'target', bodies);
        const targets = found.map(({ id: target, name, amount, hash: seen, isOwn, body }) => ({
          id: target,
          target: name,
          weight: amount ?? 0,
          seen,
          health: health.get(target) ?? null,
          isOwn,
          body,
        }));
        return { targets };
      });
    },
  }),
  route(saveUpstream, {
    action: 'gateway-object.change',
    summary: 'Add an upstream at a gateway, or change one that is not of this portal',
    handle: (request) => saveObject(request, 'upstream', upstreamWanted),
  }),
  route(saveTarget, {
    action: 'gateway-object.change',
    summary: 'Add a target to an upstream, or change the weight of one',
    handle: (request) => {
      const { upstreamId, target } = request.body;
      const named = { ...request, body: { ...request.body, name: target } };
      return saveObject(named, 'target', targetWanted, async ({ services }, gatewayId, id) => {
        const found = await readGateway(services, gatewayId, (session) =>
          readTarget(services, gatewayId, session, upstreamId, id),
        );
        return { name: found.name, hash: found.hash, body: found.body };
      });
    },
  }),
  route(deleteTarget, {
    action: 'gateway-object.change',
    summary: 'Take a target out of an upstream',
    handle: async (request) => {
      const { services, actor, parameters, query } = request;
      authorize(actor, 'gateway-object.change');
      return await removeObject(request, 'target', async () => {
        const gatewayId = await gatewayIdOf(services, query.gatewayId);
        const found = await readGateway(services, gatewayId, (session) =>
          readTarget(services, gatewayId, session, query.upstreamId, parameters.id),
        );
        if (referenceIn(found.body, 'upstream') !== query.upstreamId) throw new RefusedError(notFound());
        return { gatewayId, found: { id: found.id, name: found.name, hash: found.hash }, upstreamId: query.upstreamId };
      });
    },
  }),
];
