import { type Entity, entities, entityNamed, foreignKeys } from '../entity/entities.ts';
import { schemaOf } from '../entity/row.ts';
import { foreignId, type Row } from '../kernel/json.ts';
import { coerceForm } from '../schema/fill.ts';
import type { Body } from './body.ts';
import type { AdminContext } from './context.ts';
import { findNamed, type Parent } from './find.ts';
import { page, pageByPosition, withTags } from './list.ts';
import { type AdminResponse, noDatabase, notFound } from './refusal.ts';
import { create, patch, put, remove, shown } from './write.ts';

/** The handlers of a path by method. */
export type Methods = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', (body: Body) => AdminResponse>>;

/** Returns a body as a row of this kind. Converts the texts of a form to the types of the schema. */
export function rowOf(kind: Entity, { row, form }: Body): Row {
  return form ? coerceForm(schemaOf(kind, row), row) : row;
}

/** Lists and creates rows of one kind, all of them or those below a parent. */
function collection(context: AdminContext, kind: Entity, url: URL, parent?: () => Parent): Methods {
  return {
    get: () => {
      const above = parent?.();
      let rows = above ? context.store.children(kind.name, above.field, above.id) : context.store.list(kind.name);
      rows = withTags(rows, url.searchParams.get('tags'));
      const customId = kind.name === 'consumers' ? url.searchParams.get('custom_id') : null;
      if (customId !== null) rows = rows.filter((row) => row.custom_id === customId);
      const found =
        kind.name === 'targets' && !url.pathname.endsWith('/all')
          ? pageByPosition(
              [...rows].sort((a, b) => Number(b.created_at) - Number(a.created_at)),
              url,
            )
          : page(rows, url, { nested: above !== undefined });
      return { status: 200, body: { ...found, data: found.data.map((row) => shown(context, kind, row)) } };
    },
    post: (body) => {
      if (context.isDbless) throw noDatabase('create', kind.name);
      return { status: 201, body: create(context, kind, rowOf(kind, body), parent?.()) };
    },
  };
}

/** Reads, replaces, changes and deletes one object. */
function single(context: AdminContext, kind: Entity, name: string, parent?: () => Parent): Methods {
  return {
    get: () => {
      const row = findNamed(context.store, kind, name, parent?.());
      if (!row) throw notFound();
      return { status: 200, body: shown(context, kind, row) };
    },
    put: (body) => {
      if (context.isDbless) throw noDatabase('create or update', kind.name);
      return { status: 200, body: put(context, kind, name, rowOf(kind, body), parent?.()) };
    },
    patch: (body) => {
      if (context.isDbless) throw findNamed(context.store, kind, name) ? noDatabase('update', kind.name) : notFound();
      return { status: 200, body: patch(context, kind, name, rowOf(kind, body), parent?.()) };
    },
    delete: () => {
      // As in Kong: it says that it is done.
      if (context.isDbless) return { status: 204 };
      const above = parent?.();
      const row = findNamed(context.store, kind, name, above);
      // As in Kong: below a parent a missing object is 404. Elsewhere DELETE is always 204.
      if (!row && above) throw notFound();
      if (row) remove(context, kind, row);
      return { status: 204 };
    },
  };
}

/** Handles the object that a foreign key points to: `/routes/{route}/service`. */
function referenced(context: AdminContext, kind: Entity, name: string, field: string, to: string): Methods {
  const target = (): string => {
    const row = findNamed(context.store, kind, name);
    const id = foreignId(row?.[field]);
    if (id === undefined) throw notFound();
    return id;
  };
  const of = (): Methods => single(context, entityNamed(to), target());
  return {
    get: (body) => of().get?.(body) ?? { status: 404 },
    put: (body) => of().put?.(body) ?? { status: 404 },
    patch: (body) => of().patch?.(body) ?? { status: 404 },
    delete: () => ({ status: 405, body: { message: 'Method not allowed' } }),
  };
}

/** Returns the handlers of a path of entities, undefined if there is no such path. */
export function resourceMethods(context: AdminContext, path: string[], url: URL): Methods | undefined {
  const [top, name, sub, child, ...rest] = path;
  const kind = [...entities.values()].find((each) => each.path !== undefined && each.path === top);
  if (!kind || rest.length > 0) return undefined;
  if (name === undefined) return collection(context, kind, url);
  if (sub === undefined) return single(context, kind, name);
  const foreign = foreignKeys(kind).find(({ field }) => field === sub);
  if (foreign && child === undefined) return referenced(context, kind, name, foreign.field, foreign.to);
  for (const other of entities.values())
    for (const { field, to } of foreignKeys(other)) {
      if (to !== kind.name || !other.below.some((each) => each.path === sub && each.field === field)) continue;
      const parent = (): Parent => {
        const row = findNamed(context.store, kind, name);
        if (!row) throw notFound();
        return { field, id: String(row.id) };
      };
      if (child === undefined || (other.name === 'targets' && child === 'all'))
        return collection(context, other, url, parent);
      return single(context, other, child, parent);
    }
  return undefined;
}
