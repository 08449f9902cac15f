import type { Kysely } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { checkField, type FieldProblem } from '#domain/gateway-object/check-form.ts';
import { type FieldPath, type PluginForm, type PluginScope, pluginScopes } from '#domain/gateway-object/form-field.ts';
import type { PluginFormBody } from '#domain/gateway-object/forms.ts';
import { readPlugin } from '#gateway/mirror/plugin-schemas.ts';
import { splitSecrets } from '#gateway/mirror/plugin-secrets.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { readGateway } from '../deployment/shared/gateway-reader.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findObject } from './find-object.ts';
import { refuseOwn } from './refusals.ts';
import type { SavedPlace } from './save-object.ts';

const fieldOf = (path: FieldPath): string => path.join('.');

/** @throws RefusedError with each problem at its field. */
export const refuseProblems = (problems: readonly FieldProblem[]): void => {
  const [first, ...more] = problems.map(({ path, code, parameters }) => ({
    code,
    field: fieldOf(path),
    ...(parameters ? { parameters } : {}),
  }));
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
};

const idOf: Readonly<Record<PluginScope, 'serviceId' | 'routeId' | 'consumerId'>> = {
  service: 'serviceId',
  route: 'routeId',
  consumer: 'consumerId',
};

/** Returns what a new plugin works on, by Kong's names. @throws RefusedError at the field of what it can't work on. */
const scopeWanted = async (
  db: Kysely<ReadTables>,
  { scopes }: PluginForm,
  form: PluginFormBody,
  gatewayId: number,
): Promise<Readonly<Record<PluginScope, { id: string } | null>>> => {
  const wanted = { service: null, route: null, consumer: null } as Record<PluginScope, { id: string } | null>;
  for (const scope of pluginScopes) {
    const id = form[idOf[scope]];
    if (id === undefined) continue;
    if (!scopes.includes(scope)) throw invalidField(idOf[scope], 'gateway-object.scope-refused');
    const { found } = await findObject(db, { kind: scope, id, gatewayId }).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
      throw invalidField(idOf[scope], 'gateway-object.scope-unknown');
    });
    // What works on a deployment is set at the deployment.
    refuseOwn(found);
    wanted[scope] = { id };
  }
  return wanted;
};

/** Refuses a second plugin of a name for the same calls: the gateway would refuse it too, later. */
const refuseTwice = async (
  db: Kysely<ReadTables>,
  { name, serviceId, routeId, consumerId }: PluginFormBody,
  gatewayId: number,
): Promise<void> => {
  const there = await db
    .selectFrom('gateway_objects')
    .where('gateway_id', '=', gatewayId)
    .where('kind', '=', 'plugin')
    .where('name', '=', name)
    .where('is_gone', '=', false)
    .where('service_id', serviceId === undefined ? 'is' : '=', serviceId ?? null)
    .where('route_id', routeId === undefined ? 'is' : '=', routeId ?? null)
    .where('consumer_id', consumerId === undefined ? 'is' : '=', consumerId ?? null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (there) throw invalidField('name', 'gateway-object.plugin-there');
};

/**
 * Returns what the form of a plugin sets, and its new secrets, which are not in it. The form is checked by the schema that the
 * gateway tells now.
 *
 * @throws RefusedError with each problem at its field, and when the gateway can't be asked.
 */
export const pluginWanted = async (services: Services, form: PluginFormBody, { gatewayId, found }: SavedPlace) => {
  const { db, vault } = services;
  const name = found?.name ?? form.name;
  const told = await readGateway(services, gatewayId, ({ client }) => readPlugin(gatewayId, client, name));
  if (!told) throw invalidField('name', 'gateway-object.plugin-unknown');
  refuseProblems([
    ...(told.form.protocols ? checkField(form.protocols, told.form.protocols, ['protocols']) : []),
    ...checkField(form.config, told.form.config, ['config']),
  ]);
  const scope = found ? {} : await scopeWanted(db, told.form, form, gatewayId);
  if (!found) await refuseTwice(db, form, gatewayId);
  const plugin = { body: { name, config: form.config }, schema: told.schema };
  const { body, secrets, unknown } = splitSecrets(plugin, found?.body ?? { name }, vault.fingerprint);
  const [first, ...more] = unknown.map((field) => ({ code: 'gateway-object.secret-unknown', field }));
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
  return {
    fields: {
      ...(found ? {} : { name }),
      ...scope,
      enabled: form.enabled,
      protocols: told.form.protocols ? form.protocols : undefined,
      config: body.config,
    },
    secrets,
  };
};
