import { foreignId, type Json, type Row } from '../kernel/json.ts';
import { type Entity, entities, entityNamed, foreignKeys } from './entities.ts';

/** The field with a row's end (epoch milliseconds). Responses never show it. */
export const expiryField = '@expires';

/** All rows by kind, as in a snapshot. */
export type State = Record<string, Row[]>;

/** The gateway's objects, found by id, by unique fields and by foreign key. Does not check them: see admin/write.ts. */
export type Store = {
  get(kind: string, id: string): Row | undefined;
  /** Returns the row with these values. The fields must be a set of the kind's `unique`. */
  find(kind: string, fields: string[], values: Row): Row | undefined;
  /** Returns all rows sorted by id, as Kong lists them. */
  list(kind: string): Row[];
  /** Returns the rows whose foreign key `field` is `id`, sorted by id. */
  children(kind: string, field: string, id: string): Row[];
  put(kind: string, row: Row): void;
  remove(kind: string, id: string): void;
  /** Removes the row and all rows that are deleted with it. */
  removeCascading(kind: string, id: string): void;
  /** Returns the number of changes. Whatever was derived from the store is out of date when the number has changed. */
  version(kind: string): number;
  state(): State;
};

/** Returns the key of a row in a unique index, undefined if the index has one field and it is not set. */
function uniqueKey(fields: string[], row: Row): string | undefined {
  const values = fields.map((field) => foreignId(row[field]) ?? row[field] ?? null);
  return values.every((value) => value === null) || (fields.length === 1 && values[0] === '')
    ? undefined
    : `${fields.join()}=${JSON.stringify(values)}`;
}

type Collection = {
  rows: Map<string, Row>;
  unique: Map<string, string>;
  foreign: Map<string, Set<string>>;
  version: number;
  /** The rows sorted by id, until one changes: a gateway with many is listed in many pages. */
  sorted: Row[] | undefined;
};

const byId = (a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1);

/** Creates a store with these rows. */
export function createStore(state: State = {}): Store {
  const collections = new Map<string, Collection>();
  for (const name of entities.keys())
    collections.set(name, { rows: new Map(), unique: new Map(), foreign: new Map(), version: 0, sorted: undefined });

  function of(kind: string): Collection {
    const found = collections.get(kind);
    if (!found) throw new Error(`no collection ${kind}`);
    return found;
  }
  const alive = (row: Row | undefined) => {
    const end = row?.[expiryField];
    return row && (typeof end !== 'number' || end > Date.now()) ? row : undefined;
  };
  function index(kind: Entity, row: Row, add: boolean) {
    const { unique, foreign } = of(kind.name);
    for (const fields of kind.unique) {
      const key = uniqueKey(fields, row);
      if (key === undefined) continue;
      if (add) unique.set(key, String(row.id));
      else unique.delete(key);
    }
    for (const { field } of foreignKeys(kind)) {
      const key = `${field}=${foreignId(row[field])}`;
      const ids = foreign.get(key) ?? new Set();
      if (add) foreign.set(key, ids.add(String(row.id)));
      else ids.delete(String(row.id));
    }
  }
  const store: Store = {
    get: (kind, id) => alive(of(kind).rows.get(id)),
    find(kind, fields, values) {
      const key = uniqueKey(fields, values);
      const id = key === undefined ? undefined : of(kind).unique.get(key);
      return id === undefined ? undefined : store.get(kind, id);
    },
    list(kind) {
      const collection = of(kind);
      collection.sorted ??= [...collection.rows.values()].sort(byId);
      return collection.sorted.filter(alive);
    },
    children: (kind, field, id) =>
      [...(of(kind).foreign.get(`${field}=${id}`) ?? [])]
        .map((child) => store.get(kind, child))
        .filter((row) => row !== undefined)
        .sort(byId),
    put(kind, row) {
      const id = String(row.id);
      const collection = of(kind);
      const old = collection.rows.get(id);
      if (old) index(entityNamed(kind), old, false);
      collection.rows.set(id, row);
      index(entityNamed(kind), row, true);
      collection.version += 1;
      collection.sorted = undefined;
    },
    remove(kind, id) {
      const collection = of(kind);
      const old = collection.rows.get(id);
      if (!old) return;
      index(entityNamed(kind), old, false);
      collection.rows.delete(id);
      collection.version += 1;
      collection.sorted = undefined;
    },
    removeCascading(kind, id) {
      for (const other of entities.values())
        for (const { field, to, cascade } of foreignKeys(other))
          if (to === kind && cascade)
            for (const child of store.children(other.name, field, id))
              store.removeCascading(other.name, String(child.id));
      store.remove(kind, id);
    },
    version: (kind) => of(kind).version,
    state: () =>
      Object.fromEntries([...collections].map(([name, { rows }]) => [name, [...rows.values()].filter(alive)])) as State,
  };
  for (const [kind, rows] of Object.entries(state))
    if (entities.has(kind)) for (const row of rows) store.put(kind, row);
  return store;
}

/** Returns the seconds until a row's end, null if it has no end. */
export function secondsLeft(row: Row): Json {
  const end = row[expiryField];
  return typeof end === 'number' ? Math.max(0, Math.floor((end - Date.now()) / 1000)) : null;
}
