import type { PluginScope } from '#domain/gateway-object/form-field.ts';
import type { ObjectRow } from '#domain/gateway-object/schema.ts';

/** What a plugin works on. Null: all calls. */
export type PluginPlace = Readonly<{ scope: PluginScope; id: string; name: string }> | null;

/** The part of a call's query or body that says what a plugin works on. */
export const idsOf = (place: PluginPlace): Readonly<{ serviceId?: string; routeId?: string; consumerId?: string }> => {
  switch (place?.scope) {
    case 'service':
      return { serviceId: place.id };
    case 'route':
      return { routeId: place.id };
    case 'consumer':
      return { consumerId: place.id };
    default:
      return {};
  }
};

/** Returns what a plugin works on, the narrowest first. */
export const placeOfPlugin = ({ route, service, consumer }: ObjectRow): PluginPlace => {
  const named = { route, service, consumer } as const;
  for (const scope of ['route', 'service', 'consumer'] as const) {
    const other = named[scope];
    if (other) return { scope, id: other.id, name: other.name || other.id.slice(0, 8) };
  }
  return null;
};
