import { notFound, RefusedError } from '#domain/core/problem.ts';
import { urlOf } from '#domain/gateway-object/forms.ts';
import { previewTakeOver } from '#domain/take-over/calls.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import { mostNamed, type TakeOverPreview } from '#domain/take-over/preview.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { loadState } from '#eventstore/load.ts';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import {
  differencesOf,
  keyNamesOf,
  leftOutside,
  nameOfObject,
  perMinute,
  refusalsOf,
  settingsOf,
  texts,
} from '#gateway/take-over/judge-service.ts';
import { findObject } from '../gateway-object/find-object.ts';
import { refuseOwn } from '../gateway-object/refusals.ts';
import { authorize, route } from '../http/route.ts';
import { readForeignService } from './read-foreign-service.ts';

type Shown = Omit<TakeOverPreview, 'id' | 'gatewayId' | 'name' | 'asOf' | 'seen' | 'progress'>;

/** Returns what people read of a service that may become a deployment. */
const shownOf = (foreign: ForeignService): Shown => {
  const { service, routes, plugins, callers } = foreign;
  const limit = settingsOf(plugins, 'rate-limiting');
  const keys = callers.flatMap(({ name: caller, keys: held }) =>
    held.map(({ fingerprint }) => ({ caller, fingerprint })),
  );
  return {
    target: urlOf(service.body),
    routes: routes.map((each) => ({
      name: nameOfObject(each),
      hosts: texts(each.body.hosts),
      paths: texts(each.body.paths),
    })),
    ratePerMinute: (limit && perMinute(limit)) ?? null,
    addresses: texts(settingsOf(plugins, 'ip-restriction')?.allow),
    keyNames: keyNamesOf(foreign),
    keys: keys.slice(0, mostNamed),
    keysTotal: keys.length,
    refusals: refusalsOf(foreign).slice(0, mostNamed),
    left: leftOutside(foreign).slice(0, mostNamed),
    differences: differencesOf(foreign),
  };
};

export const takeOverPreviews = [
  route(previewTakeOver, {
    action: 'gateway-object.read',
    summary: "What of somebody else's service could be a deployment of this portal, and what could not",
    handle: async ({ services: { db, store }, actor, parameters: { id }, query }): Promise<TakeOverPreview> => {
      authorize(actor, 'gateway-object.read');
      const { found, gatewayId, asOf } = await findObject(db, { kind: 'service', id, gatewayId: query.gatewayId });
      refuseOwn(found);
      const seen = await readForeignService(db, { gatewayId, serviceId: id });
      if (!seen) throw new RefusedError(notFound());
      const { status } = await loadState(store, takeOverDecider, takeOverIdOf(gatewayId, id));
      return {
        id,
        gatewayId,
        name: found.name,
        asOf: asOf?.toISOString() ?? null,
        seen: seen.state,
        progress: status === 'none' ? null : status,
        ...shownOf(seen.foreign),
      };
    },
  }),
];
