import type { Entity } from '../entity/entities.ts';
import type { Store } from '../entity/store.ts';
import { normalizeTarget } from '../entity/stored-form.ts';
import { foreignId, type Row } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';

/** A parent in a nested path: its id, and the foreign key that refers to it. */
export type Parent = { field: string; id: string };

/**
 * Finds the row that a path names: by id if the name is a UUID, otherwise by the kind's key. Below a parent, finds only
 * the parent's rows.
 */
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
