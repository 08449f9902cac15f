import { RefusedError } from '#domain/core/problem.ts';
import { deleteObject, saveCertificate, savePlugin, saveRoute, saveService } from '#domain/gateway-object/calls.ts';
import { checkField } from '#domain/gateway-object/check-form.ts';
import { pathsOf, type RouteForm, type ServiceForm, targetOf } from '#domain/gateway-object/forms.ts';
import { type PanelKind, panelKinds } from '#domain/gateway-object/kind.ts';
import { authorize, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { certificateWanted } from './certificate-wanted.ts';
import { findObject } from './find-object.ts';
import { readDrawnForm } from './plugin-forms.ts';
import { pluginWanted, refuseProblems } from './plugin-wanted.ts';
import {
  hasUpstream,
  refuseDeployedPath,
  refuseOwn,
  refuseTakenName,
  refuseWithRoutes,
  refuseWithServices,
} from './refusals.ts';
import { removeObject, type SavedPlace, saveObject } from './save-object.ts';

/** Returns the fields that the gateway's own schema tells, checked by it; none where the form does not send them. */
const settingsOf = async (
  services: Services,
  gatewayId: number,
  kind: 'service' | 'route',
  { settings }: Pick<ServiceForm, 'settings'>,
): Promise<Readonly<Record<string, unknown>>> => {
  if (!settings) return {};
  const form = await readDrawnForm(services, gatewayId, kind);
  refuseProblems(checkField(settings, form, ['settings']));
  // What was emptied becomes the gateway's default, as it would with a new object.
  return Object.fromEntries(
    (form.fields ?? []).flatMap(({ name, field }) =>
      name in settings ? [[name, settings[name] ?? field.initial ?? null]] : [],
    ),
  );
};

const serviceWanted = async (services: Services, form: ServiceForm, { id, gatewayId }: SavedPlace) => {
  await refuseTakenName(services.db, { gatewayId, kind: 'service', name: form.name, id });
  const target = targetOf(form.url);
  if (!target) throw invalidField('url', 'gateway-object.url-invalid');
  // The name of an upstream is no name that anybody else knows. Its targets were checked one by one.
  const isUpstream = await hasUpstream(services.db, gatewayId, target.host);
  const gateways = await services.db.selectFrom('resources').select('admin_url').where('type', '=', 'KONG').execute();
  const wrong = isUpstream
    ? undefined
    : await services.targets(
        form.url,
        gateways.flatMap(({ admin_url: url }) => url ?? []),
      );
  if (wrong) throw invalidField('url', wrong);
  return {
    fields: {
      ...(await settingsOf(services, gatewayId, 'service', form)),
      name: form.name,
      ...target,
      retries: form.retries,
      connect_timeout: form.connectTimeout,
      write_timeout: form.writeTimeout,
      read_timeout: form.readTimeout,
      enabled: form.enabled,
    },
  };
};

/** What says which calls a route is for, beside its paths. */
const matchers = ['hosts', 'methods', 'snis', 'sources', 'destinations', 'headers', 'expression'];

const routeWanted = async (services: Services, form: RouteForm, { id, gatewayId, found: before }: SavedPlace) => {
  const { db } = services;
  await refuseTakenName(db, { gatewayId, kind: 'route', name: form.name, id });
  const paths = pathsOf(form.contextPath);
  if (!paths.every((path) => /^~?\//.test(path))) throw invalidField('contextPath', 'gateway-object.path-invalid');
  const settings = await settingsOf(services, gatewayId, 'route', form);
  const whole: Readonly<Record<string, unknown>> = {
    protocols: ['http', 'https'],
    ...before?.body,
    ...settings,
    paths,
  };
  if (paths.length === 0 && !matchers.some((name) => isSaid(whole[name])))
    throw invalidField('contextPath', 'gateway-object.route-path-required');
  await refuseDeployedPath(db, gatewayId, whole);
  const { found } = await findObject(db, { kind: 'service', id: form.serviceId, gatewayId }).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    throw invalidField('serviceId', 'gateway-object.service-unknown');
  });
  refuseOwn(found);
  return {
    fields: {
      ...settings,
      name: form.name,
      paths: paths.length > 0 ? paths : null,
      service: { id: form.serviceId },
      strip_path: form.stripPath,
      preserve_host: form.preserveHost,
    },
  };
};

/** Returns whether a field says anything. */
const isSaid = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object'
      ? Object.keys(value ?? {}).length > 0
      : Boolean(value);

const removalOf = (kind: PanelKind) =>
  route(deleteObject[kind], {
    action: 'gateway-object.change',
    summary: `Delete an object of the kind ${kind} at its gateway`,
    handle: async (request) => {
      const { services, actor, parameters, query } = request;
      authorize(actor, 'gateway-object.change');
      return await removeObject(request, kind, async () => {
        const place = { kind, id: parameters.id, gatewayId: query.gatewayId };
        const { found, gatewayId } = await findObject(services.db, place);
        refuseOwn(found);
        if (kind === 'service') await refuseWithRoutes(services.db, gatewayId, found.id);
        if (kind === 'upstream') await refuseWithServices(services.db, gatewayId, found.name);
        return { found, gatewayId };
      });
    },
  });

export const objectCommands = [
  route(saveService, {
    action: 'gateway-object.change',
    summary: 'Add a service at a gateway, or change one that is not of this portal',
    handle: (request) => saveObject(request, 'service', serviceWanted),
  }),
  route(saveRoute, {
    action: 'gateway-object.change',
    summary: 'Add a route at a gateway, or change one that is not of this portal',
    handle: (request) => saveObject(request, 'route', routeWanted),
  }),
  route(saveCertificate, {
    action: 'gateway-object.change',
    summary: 'Add a certificate at a gateway, or replace one in its place',
    handle: (request) => saveObject(request, 'certificate', certificateWanted),
  }),
  route(savePlugin, {
    action: 'gateway-object.change',
    summary: 'Add a plugin at a gateway, or change one that is not of this portal',
    handle: (request) => saveObject(request, 'plugin', pluginWanted),
  }),
  ...panelKinds.map(removalOf),
];
