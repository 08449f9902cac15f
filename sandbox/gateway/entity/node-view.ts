import type { Store } from './store.ts';

/** A store as another node sees it. `close` ends its timer. */
export type NodeView = { store: Store; close(): void };

/**
 * Returns the store as a node sees it that is not the one of the Admin API. As in Kong, it keeps what it has looked up,
 * also what it did not find, until it asks the shared database for changes. What it lists for a new router or plan comes
 * from the database itself, but it does not know before that a new one is due.
 *
 * @param kinds all kinds of entities.
 * @param every milliseconds between two questions.
 * @param phase milliseconds before the first.
 */
export function createNodeView(shared: Store, kinds: readonly string[], every: number, phase: number): NodeView {
  const kept = new Map<string, unknown>();
  const keeping = <T>(asked: readonly unknown[], look: () => T): T => {
    const key = JSON.stringify(asked);
    if (!kept.has(key)) kept.set(key, look());
    return kept.get(key) as T;
  };
  let heard = new Map(kinds.map((kind) => [kind, shared.version(kind)]));
  const ask = () => {
    if (kinds.every((kind) => shared.version(kind) === heard.get(kind))) return;
    heard = new Map(kinds.map((kind) => [kind, shared.version(kind)]));
    kept.clear();
  };
  const changing =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      change(...args);
      kept.clear();
    };
  let timer = setTimeout(() => {
    ask();
    timer = setInterval(ask, every).unref();
  }, phase).unref();
  return {
    store: {
      ...shared,
      get: (kind, id) => keeping(['get', kind, id], () => shared.get(kind, id)),
      find: (kind, fields, values) => keeping(['find', kind, fields, values], () => shared.find(kind, fields, values)),
      children: (kind, field, id) => keeping(['children', kind, field, id], () => shared.children(kind, field, id)),
      // What a node changes itself, such as a new token, it knows at once.
      put: changing(shared.put),
      remove: changing(shared.remove),
      removeCascading: changing(shared.removeCascading),
      version: (kind) => heard.get(kind) ?? 0,
    },
    close: () => clearTimeout(timer),
  };
}
