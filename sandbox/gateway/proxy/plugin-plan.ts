import type { Store } from '../entity/store.ts';
import { foreignId, isRow, type Row, strings, text } from '../kernel/json.ts';
import type { PluginConfig } from './call.ts';

type Scope = { route: Row; service: Row | undefined; consumer: Row | undefined; scheme: string };

/** Kong's order of preference among plugins of one name: the one with the most exact scope runs. */
const precedence = [
  'route+service+consumer',
  'route+consumer',
  'service+consumer',
  'route+service',
  'consumer',
  'route',
  'service',
  '',
];

function rank(plugin: Row, scope: Scope): number {
  const bound: string[] = [];
  for (const field of ['route', 'service', 'consumer'] as const) {
    const id = foreignId(plugin[field]);
    if (id === undefined) continue;
    if (scope[field]?.id !== id) return -1;
    bound.push(field);
  }
  return precedence.indexOf(bound.join('+'));
}

/** Returns the configuration of a plugin for a request, undefined if the plugin does not run. */
export type PluginPlan = (name: string, scope: Scope) => PluginConfig | undefined;

/** Returns a plan of the plugins that exist now. */
export function createPluginPlan(store: Store): PluginPlan {
  const byName = Map.groupBy(
    store.list('plugins').filter((plugin) => plugin.enabled === true),
    (plugin) => text(plugin.name),
  );
  return (name, scope) => {
    let best: { rank: number; plugin: Row } | undefined;
    for (const plugin of byName.get(name) ?? []) {
      const place = rank(plugin, scope);
      if (place < 0 || !strings(plugin.protocols).includes(scope.scheme)) continue;
      if (!best || place < best.rank) best = { rank: place, plugin };
    }
    return best && isRow(best.plugin.config) ? { plugin: best.plugin, config: best.plugin.config } : undefined;
  };
}
