import { type RequestTransformer, requestTransformerConfig } from '#domain/deployment/request-transformer.ts';
import type { DesiredEntity, KongObject } from './entity.ts';

/**
 * How a path lockdown calls the upstream, where there is one.
 *
 * @property uri    a template for the path that the upstream gets.
 * @property routes ids of the routes that capture what it needs: on any other route it would be an error. None where a
 *           former release has made them, which has the calls of the whole service rewritten.
 */
export type Rewriting = Readonly<{ uri: string; routes: readonly string[] }>;

type Owner = Readonly<{
  /** Of the plugin on one route. */
  idOn: (routeId: string) => string;
  label: string;
  /** What the plugin is bound to beside its route. */
  scope: KongObject;
  tags: unknown;
}>;

/**
 * Request transformers for the routes of a lockdown. Bound to them, not to the service: they come into force with
 * their routes' own plugins, and never meet a call of another route.
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
