import { urlOf } from '#domain/gateway-object/forms.ts';
import { mostNamed, type TakeOverPreview } from '#domain/take-over/preview.ts';
import type { TakeOverVerdict } from '#domain/take-over/verdict.ts';
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
import type { SeenService } from './read-foreign-service.ts';

type Shown = Omit<TakeOverPreview, 'id' | 'gatewayId' | 'name' | 'asOf' | 'seen' | 'progress'>;

/** Returns what people read of a service that may become a deployment. */
export const shownOf = (foreign: ForeignService): Shown => {
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

/** Notes of each kind that a row of the list names. The preview names the others. */
const mostInRow = 5;

/** Returns what the list of all services says of one. */
export const verdictOf = ({ foreign, state }: SeenService): TakeOverVerdict => {
  const { target, keysTotal, refusals, left } = shownOf(foreign);
  return {
    seen: state,
    target,
    keysTotal,
    refusals: refusals.slice(0, mostInRow),
    refusalsTotal: refusals.length,
    left: left.slice(0, mostInRow),
  };
};
