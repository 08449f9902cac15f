import type { UseKind } from '#domain/core/undo.ts';
import { removeResource, saveResource } from '#domain/resource/calls.ts';
import type { Certificate } from '#domain/resource/certificate.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Resource, ResourceSettings } from '#domain/resource/resource.ts';
import type { ResourceBody } from '#domain/resource/schema.ts';
import { configsOf, gatewayOf } from '#domain/resource/settings.ts';
import { guardOf } from '#eventstore/guards.ts';
import { checkKong, UnfitKongError } from '#gateway/admin-api/check-kong.ts';
import { claimName, type NameRule } from '../http/claim-name.ts';
import { commandIdOf, runCommand } from '../http/command.ts';
import { readGuards } from '../http/guards.ts';
import { newId } from '../http/new-id.ts';
import type { Shown } from '../http/older-form.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { countUses, resourceUses, tablesOf } from '../sql/uses.ts';
import { knownOrganizations } from './known-organizations.ts';
import { loadSettings } from './load-settings.ts';
import { readCertificates } from './read-certificates.ts';
import { settingsOf } from './settings-of.ts';
import { deploymentsOn } from './shared/deployments-on.ts';
import { afterGatewayChange } from './shared/gateway-change.ts';
import { afterRedisChange } from './shared/redis-change.ts';
import { refusePlaces } from './shared/refuse-places.ts';
import { destroySecretsOf } from './shared/secrets-of.ts';
import {
  asksAnew,
  fieldIn,
  openWanted,
  placesIn,
  refuseMovedSecret,
  replacesSecret,
  secretIn,
  sslUrlIn,
  valueIn,
} from './wanted.ts';

const names: NameRule = { table: 'resources', place: 'resource', where: 'true', taken: 'resource.name-taken' };

/** Deployments, and topics, that a refusal names. */
const namedUses = 5;

/** What the form shows: the fields of its body. A secret is never shown, so nobody's form is older because of one. */
const shownBy = (state: Resource): Shown => {
  if (state.status !== 'active') return {};
  const { status: _, ...settings } = state;
  const { name, isPublic, organizations } = settings;
  return { name, isPublic, access: organizations.toSorted((one, other) => one - other), configs: configsOf(settings) };
};

/**
 * Refuses the Admin API of another entry. With two entries for one Kong, two operations could change it at once.
 *
 * @throws RefusedError at its field.
 */
const refuseSameKong = async ({ db }: Pick<Services, 'db'>, body: ResourceBody): Promise<void> => {
  const { adminUrl } = gatewayOf(body.id, valueIn(body));
  const same = await db
    .selectFrom('resources')
    .select('name')
    .where('admin_url', '=', adminUrl)
    .where('id', '<>', body.id)
    .executeTakeFirst();
  if (same) throw invalidField(fieldIn(body)('adminUrl'), 'resource.gateway-taken', { name: same.name });
};

/** Returns the gateway's https address, after asking whether it works. @throws RefusedError at the property that is wrong. */
const checkedSslUrl = async (
  services: Services,
  body: ResourceBody,
  before: ResourceSettings | undefined,
): Promise<string> => {
  const gateway = before?.type === 'KONG' ? before : undefined;
  if (gateway && !asksAnew(body, gateway)) return gateway.apiSslUrl;
  const { adminUrl, apiUrl: proxyUrl } = gatewayOf(body.id, valueIn(body));
  try {
    const { apiSslUrl } = await checkKong({
      adminUrl,
      proxyUrl,
      proxySslUrl: sslUrlIn(body),
      token: await openWanted(services, secretIn(body), before),
      authorities: (before ? before.certificates : body.certificates)?.map(({ certificate }) => certificate),
      proxyOption: '',
    });
    return apiSslUrl;
  } catch (error) {
    if (!(error instanceof UnfitKongError)) throw error;
    const { code, field, parameters } = error.problem;
    throw invalidField(fieldIn(body)(field), code, parameters);
  }
};

const save = route(saveResource, {
  action: 'resource.save',
  fresh: async ({ body, services }) =>
    body.id !== 0 && secretIn(body) !== 'keep' && replacesSecret(body, await loadSettings(services, body.id)),
  summary: 'Add a resource, or change the one with this id. A gateway is asked whether it works',
  handle: async (request) => {
    const { actor, body, services } = request;
    authorizeOpenly(actor, 'resource.save');
    const { id, type, name, basedOn } = body;
    const before = id === 0 ? undefined : await loadSettings(services, id);
    if (before && before.type !== type) throw invalidField('type', 'resource.type-fixed');
    await knownOrganizations(services, 'access', body.access);
    await refusePlaces(services.settings, placesIn(body), fieldIn(body));
    refuseMovedSecret(body, before);
    if (type === 'KONG') await refuseSameKong(services, body);
    const apiSslUrl = type === 'KONG' ? await checkedSslUrl(services, body, before) : '';
    const files = id === 0 ? (body.certificates ?? []) : [];
    const certificates = files.map(({ name, certificate }) => ({ name, ...readCertificates(certificate) }));
    const commandId = commandIdOf(request);
    let after: ResourceSettings | undefined;
    const done = await runCommand(request, withoutSecrets(services, body), async () => {
      const guards = await claimName(services, names, id, name);
      const resourceId = id === 0 ? await newId(services.pool, 'resource') : id;
      const settings = await settingsOf(services, body, before, { resourceId, commandId, apiSslUrl });
      const added: Certificate[] = [];
      for (const read of certificates)
        added.push({ certificateId: await newId(services.pool, 'certificate'), ...read });
      return {
        decider: resourceDecider,
        id: resourceId,
        isNew: id === 0,
        command: {
          type: id === 0 ? 'RegisterResource' : 'ChangeResource',
          data: { ...settings, certificates: added },
        } as const,
        guards,
        form: { basedOn, shows: shownBy },
        response: (events) => {
          after = events.length > 0 ? settings : undefined;
          return { id: resourceId, name, type };
        },
      };
    });
    if (before?.type === 'KONG' && after?.type === 'KONG') await afterGatewayChange(services, before, after);
    if (before?.type === 'REDIS' && after?.type === 'REDIS') await afterRedisChange(services, before, after);
    if (before && after && before.type !== 'KONG' && after.type !== 'KONG' && before.password)
      if (before.password.secretId !== after.password?.secretId)
        await services.vault.destroySecret(services.pool, before.password.secretId);
    return done;
  },
});

/** The body as the command remembers it: by a hash, in which a short password could be found again, but not its fingerprint. */
const withoutSecrets = ({ vault }: Pick<Services, 'vault'>, body: ResourceBody) => ({
  ...body,
  configs: body.configs.map(({ name, value }) =>
    /key|password/i.test(name) ? { name, value: value && vault.fingerprint(value) } : { name, value },
  ),
});

const remove = route(removeResource, {
  action: 'resource.save',
  summary: 'Remove a resource that nothing hangs on',
  handle: async (request) => {
    const { actor, parameters, services } = request;
    authorizeOpenly(actor, 'resource.save');
    const { id } = parameters;
    let removed: ResourceSettings | undefined;
    const done = await runCommand(request, parameters, async () => {
      // Whoever deploys to it, or makes a topic there, from now on passes the guard.
      const guards = await readGuards(
        services,
        [guardOf(resourceDecider, id)],
        [...tablesOf(resourceUses), 'organizations'],
      );
      const settings = await loadSettings(services, id);
      const lines = await deploymentsOn(services.pool, id);
      const organizations = await services.db
        .selectFrom('organizations')
        .select('name')
        .where('id', 'in', [0, ...settings.organizations])
        .orderBy('sort_name')
        .execute();
      const topics = (
        await services.db.selectFrom('event_topics').select('name').where('kafka_env_id', '=', id).execute()
      ).map(({ name }) => name);
      const named: Partial<Record<UseKind, readonly string[]>> = { deployments: lines, topics };
      const uses = (await countUses(services, resourceUses, id)).map(({ kind, count }) => ({
        ...{ kind, count },
        names: (named[kind] ?? []).slice(0, namedUses).join(', '),
      }));
      const organizationNames = organizations.map(({ name }) => name).join(', ');
      removed = settings;
      return {
        decider: resourceDecider,
        id,
        command: { type: 'RemoveResource', data: { uses, organizationNames } } as const,
        guards,
        response: { entityId: id },
      };
    });
    if (removed) await destroySecretsOf(services, removed);
    return done;
  },
});

export const resourceCommands = [save, remove];
