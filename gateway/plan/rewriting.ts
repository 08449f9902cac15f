import { type RequestTransformer, requestTransformerConfig } from '#domain/deployment/request-transformer.ts';
import type { DesiredEntity, KongObject } from '../admin-api/entity.ts';

/**
 * How a lockdown rewrites the path of calls to the upstream.
 *
 * @property uri    a template for the path that the upstream gets.
 * @property routes ids of the routes that capture the parts that the template needs; on any other route it would be an
 *   error. Empty if a former release made the routes, because it rewrites the calls of the whole service.
 */
export type Rewriting = Readonly<{ uri: string; routes: readonly string[] }>;

type Owner = Readonly<{
  /** Returns the plugin's id on one route. */
  idOn: (routeId: string) => string;
  label: string;
  /** What else the plugin is bound to, in addition to its route. */
  scope: KongObject;
  tags: unknown;
}>;

/**
 * Returns the request transformers for the routes of a lockdown. They are bound to the routes, not to the service, so
 * that they come into force with the routes' other plugins and never change calls of another route.
 */
export const rewritingPlugins = (
  rewriting: Rewriting | null,
  transformer: RequestTransformer,
  { idOn, label, scope, tags }: Owner,
): DesiredEntity[] =>
  (rewriting?.routes ?? []).map((routeId) => ({
    kind: 'plugin',
    id: idOn(routeId),
    label,
    body: {
      name: 'request-transformer',
      route: { id: routeId },
      ...scope,
      enabled: true,
      config: requestTransformerConfig(transformer, rewriting?.uri),
      tags,
    },
  }));
