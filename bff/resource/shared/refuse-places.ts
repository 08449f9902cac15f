import type { ResourceSettings } from '#domain/resource/resource.ts';
import { createServerPolicy, type OwnListeners, placeIn } from '#gateway/target/server-policy.ts';
import { invalidField } from '../../input/invalid.ts';

/** Where a property says that a server is. */
export type Place = Readonly<{ name: string; host: string; port: number }>;

/** `broker.example:9092`, several with commas between them. */
const brokersIn = (name: string, text: string): Place[] =>
  text.split(',').map((each) => {
    const at = each.lastIndexOf(':');
    return { name, host: each.slice(0, at), port: Number(each.slice(at + 1)) };
  });

/** Returns where a resource is, by the properties that say it. */
export const placesOf = (
  settings:
    | Pick<Extract<ResourceSettings, { type: 'KONG' }>, 'type' | 'adminUrl' | 'apiUrl'>
    | Pick<Extract<ResourceSettings, { type: 'KAFKA' }>, 'type' | 'address' | 'internalAddr'>
    | Pick<Extract<ResourceSettings, { type: 'REDIS' }>, 'type' | 'host' | 'port'>,
): readonly Place[] => {
  switch (settings.type) {
    case 'KONG':
      return [
        { name: 'adminUrl', ...placeIn(settings.adminUrl) },
        { name: 'apiUrl', ...placeIn(settings.apiUrl) },
      ];
    case 'KAFKA':
      return [
        ...brokersIn('address', settings.address),
        ...(settings.internalAddr === null ? [] : brokersIn('internalAddr', settings.internalAddr)),
      ];
    case 'REDIS':
      return [{ name: 'host', host: settings.host, port: settings.port }];
  }
};

/**
 * Refuses servers at addresses of cloud metadata, link-local ones, and the portal's own. Private addresses are allowed.
 *
 * @param fieldOf returns the field of a property.
 * @throws RefusedError at the field of the property.
 */
export const refusePlaces = async (
  own: OwnListeners,
  places: readonly Place[],
  fieldOf: (name: string) => string,
): Promise<void> => {
  const problemOf = createServerPolicy(own);
  for (const { name, host, port } of places) {
    const problem = await problemOf(host, port);
    if (problem) throw invalidField(fieldOf(name), problem, { host });
  }
};
