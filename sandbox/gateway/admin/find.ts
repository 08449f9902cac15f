import type { Entity } from '../entity/entities.ts';
import type { Store } from '../entity/store.ts';
import { normalizeTarget } from '../entity/stored-form.ts';
import { foreignId, type Row } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';

/** A parent in a nested path: the foreign key it sets and its id. */
export type Parent = { field: string; id: string };

/** Finds what a path names: by id when it looks like one, else by the kind's key; below a parent only what is its. */
export function findNamed(store: Store, kind: Entity, name: string, parent?: Parent): Row | undefined {
  const row = isUuid(name) ? store.get(kind.name, name) : findByKey(store, kind, name, parent);
  return row && (!parent || foreignId(row[parent.field]) === parent.id) ? row : undefined;
}

function findByKey(store: Store, kind: Entity, name: string, parent?: Parent): Row | undefined {
  if (kind.name === 'certificates') {
    const id = foreignId(store.find('snis', ['name'], { name })?.certificate);
    return id === undefined ? undefined : store.get('certificates', id);
  }
  if (!kind.key) return undefined;
  if (!kind.keyOfParent) return store.find(kind.name, [kind.key], { [kind.key]: name });
  const fields = kind.unique.find((set) => set.includes(kind.key ?? ''));
  const value = kind.name === 'targets' ? normalizeTarget(name) : name;
  return parent && fields
    ? store.find(kind.name, fields, { [kind.key]: value, [parent.field]: { id: parent.id } })
    : undefined;
}
