import { type Entity, entities, entityNamed, foreignKeys } from '../entity/entities.ts';
import { completeRow, expandGiven, presentRow, rowViolations, schemaOf } from '../entity/row.ts';
import type { Store } from '../entity/store.ts';
import { storedForm } from '../entity/stored-form.ts';
import { foreignId, isRow, type Row, strings, text } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';
import { mergeGiven } from '../schema/fill.ts';
import { utf8Name } from '../schema/typedefs.ts';
import type { AdminContext } from './context.ts';
import { findNamed, type Parent } from './find.ts';
import * as refusal from './refusal.ts';

/** Replaces names of other objects by ids: `service: { name }` means the service with that name. */
function resolveForeignNames(store: Store, kind: Entity, given: Row): Row {
  const row: Row = { ...given };
  for (const { field, to } of foreignKeys(kind)) {
    const value = row[field];
    const key = entityNamed(to).key;
    if (!isRow(value) || value.id !== undefined || !key || typeof value[key] !== 'string') continue;
    const found = store.find(to, [key], value);
    if (!found) throw refusal.foreignKeyViolation(field, to, value);
    row[field] = { id: found.id ?? null };
  }
  return row;
}

function checkReferences(store: Store, kind: Entity, row: Row): void {
  for (const { field, to } of foreignKeys(kind)) {
    const id = foreignId(row[field]);
    if (id !== undefined && !store.get(to, id)) throw refusal.foreignKeyViolation(field, to, { id });
  }
}

function checkUnique(store: Store, kind: Entity, row: Row): void {
  for (const fields of kind.unique) {
    const other = store.find(kind.name, fields, row);
    if (other && other.id !== row.id)
      throw refusal.uniqueViolation(Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
  }
}

/** Checks that a plugin's protocols match at least one route that it could run on. */
function checkPluginProtocols(store: Store, row: Row, found: Record<string, unknown>): void {
  const service = foreignId(row.service);
  const route = foreignId(row.route);
  if (found.name || service === undefined || route !== undefined) return;
  const routes = store.children('routes', 'service', service);
  const wanted = strings(row.protocols);
  if (routes.length > 0 && !routes.some((each) => strings(each.protocols).some((name) => wanted.includes(name))))
    found.protocols = "must match the protocols of at least one route pointing to this Plugin's service";
}

/** Sets a certificate's SNIs to `names`. */
function replaceSnis(context: AdminContext, id: string, names: string[]): void {
  for (const sni of context.store.children('snis', 'certificate', id))
    if (!names.includes(text(sni.name))) context.store.remove('snis', String(sni.id));
  for (const name of names)
    if (!context.store.find('snis', ['name'], { name }))
      context.store.put('snis', completeRow(entityNamed('snis'), { name, certificate: { id } }, context.random));
}

function checkSnis(store: Store, names: string[], id: string): void {
  for (const name of names) {
    const holder = foreignId(store.find('snis', ['name'], { name })?.certificate);
    if (holder !== undefined && holder !== id)
      throw refusal.schemaViolation({ snis: `${name} already associated with existing certificate '${holder}'` });
  }
}

type Writing = { existing?: Row | undefined; updating?: boolean; sent: Row };

/** Completes, checks and stores a row. Returns the row as it is shown. Throws a Refusal. */
function save(context: AdminContext, kind: Entity, given: Row, { existing, updating = false, sent }: Writing): Row {
  const { store, random } = context;
  const { snis, ...own } = given;
  const named = kind.name === 'certificates' ? own : given;
  const row = completeRow(kind, resolveForeignNames(store, kind, named), random, existing);
  const found = rowViolations(kind, row, updating, sent);
  if (kind.name === 'plugins') checkPluginProtocols(store, row, found);
  if (Object.keys(found).length > 0) throw refusal.schemaViolation(found);
  const id = String(row.id);
  if (kind.name === 'certificates' && snis !== undefined) checkSnis(store, strings(snis), id);
  checkReferences(store, kind, row);
  const stored = storedForm(kind.name, existing && updating ? { ...existing, ...row } : row, sent);
  if (!existing && store.get(kind.name, id)) throw refusal.duplicateId(id);
  checkUnique(store, kind, stored);
  store.put(kind.name, stored);
  if (kind.name === 'certificates' && snis !== undefined) replaceSnis(context, id, strings(snis));
  return shown(context, kind, stored);
}

/** Returns the row as responses show it. A certificate has the names of its SNIs. */
export function shown({ store }: AdminContext, kind: Entity, row: Row): Row {
  const presented = presentRow(kind, row);
  if (kind.name === 'certificates')
    presented.snis = store
      .children('snis', 'certificate', String(row.id))
      .map((sni) => text(sni.name))
      .sort();
  return presented;
}

const parentField = (parent: Parent | undefined): Row => (parent ? { [parent.field]: { id: parent.id } } : {});

/** POST: creates a row. */
export function create(context: AdminContext, kind: Entity, body: Row, parent?: Parent): Row {
  return save(context, kind, expandGiven(kind, { ...body, ...parentField(parent) }), { sent: body });
}

/** PUT: creates or replaces the row that the path names. The path's name or id is used, not the body's. */
export function put(context: AdminContext, kind: Entity, name: string, body: Row, parent?: Parent): Row {
  const byId = isUuid(name);
  const wrong = kind.namedByUtf8 && !byId ? utf8Name(name) : undefined;
  if (wrong) throw refusal.invalidName(wrong);
  // A nested PUT may take over a row of another parent, so this finds ids without the parent.
  const existing = findNamed(context.store, kind, name, kind.keyOfParent && !byId ? parent : undefined);
  if (!existing && kind.name === 'targets') throw refusal.notFound();
  if (!byId && !kind.key) throw refusal.notFound();
  const named: Row = byId ? { id: name } : { [kind.key ?? 'id']: name };
  const given: Row = { ...body, ...named, ...parentField(parent) };
  if (!byId && existing) given.id = existing.id ?? null;
  if (kind.name === 'targets' && existing) given.target = existing.target ?? null;
  return save(context, kind, expandGiven(kind, given), { existing, sent: given });
}

/** PATCH: merges the body into the row that the path names. Ignores an id in the body, as Kong does. */
export function patch(context: AdminContext, kind: Entity, name: string, body: Row, parent?: Parent): Row {
  const existing = findNamed(context.store, kind, name, parent);
  if (!existing) {
    if (parent || kind.name === 'plugins' || !kind.key) throw refusal.notFound();
    throw refusal.missingEntity(isUuid(name) ? 'id' : kind.key, name);
  }
  const { id: _id, ...wanted } = expandGiven(kind, body, body.name ?? existing.name ?? null);
  const merged = mergeGiven(schemaOf(kind, existing), presentable(existing), wanted);
  return save(context, kind, merged, { existing, updating: true, sent: wanted });
}

/** Returns the row without the fields that are not in the schema. */
function presentable(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('@')));
}

/** Deletes a row with the rows that are deleted with it. Refuses while another row, which would stay, refers to it. */
export function remove({ store }: AdminContext, kind: Entity, row: Row): void {
  const id = String(row.id);
  for (const other of entities.values())
    for (const { field, to, cascade } of foreignKeys(other))
      if (to === kind.name && !cascade && store.children(other.name, field, id).length > 0)
        throw refusal.stillReferenced(kind.name, other.name);
  store.removeCascading(kind.name, id);
}
