import { type Entity, entities, entityNamed, foreignKeys } from '../entity/entities.ts';
import { schemaOf } from '../entity/row.ts';
import { foreignId, type Row } from '../kernel/json.ts';
import { coerceForm } from '../schema/fill.ts';
import { type Answer, notFound } from './answer.ts';
import type { Body } from './body.ts';
import type { AdminContext } from './context.ts';
import { findNamed, type Parent } from './find.ts';
import { page, pageByPosition, withTags } from './list.ts';
import { create, patch, put, remove, shown } from './write.ts';

/** The methods of a path and what each does. */
export type Methods = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', (body: Body) => Answer>>;

/** What a body says of a kind; the texts of a form become what the schema asks for. */
export function rowOf(kind: Entity, { row, form }: Body): Row {
  return form ? coerceForm(schemaOf(kind, row), row) : row;
}

/** Lists and creates one kind, all of it or what is below a parent. */
function collection(context: AdminContext, kind: Entity, url: URL, parent?: () => Parent): Methods {
  return {
    get: () => {
      const above = parent?.();
      let rows = above ? context.store.children(kind.name, above.field, above.id) : context.store.list(kind.name);
      rows = withTags(rows, url.searchParams.get('tags'));
      const customId = kind.name === 'consumers' ? url.searchParams.get('custom_id') : null;
      if (customId !== null) rows = rows.filter((row) => row.custom_id === customId);
      const answered = rows.map((row) => shown(context, kind, row));
      if (kind.name === 'targets' && !url.pathname.endsWith('/all'))
        return {
          status: 200,
          body: pageByPosition(
            answered.sort((a, b) => Number(b.created_at) - Number(a.created_at)),
            url,
          ),
        };
      return { status: 200, body: page(answered, url, { nested: above !== undefined }) };
    },
    post: (body) => ({ status: 201, body: create(context, kind, rowOf(kind, body), parent?.()) }),
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
    put: (body) => ({ status: 200, body: put(context, kind, name, rowOf(kind, body), parent?.()) }),
    patch: (body) => ({ status: 200, body: patch(context, kind, name, rowOf(kind, body), parent?.()) }),
    delete: () => {
      const above = parent?.();
      const row = findNamed(context.store, kind, name, above);
      // Below a parent a missing object is 404; at the top DELETE is 204 whatever there was.
      if (!row && above) throw notFound();
      if (row) remove(context, kind, row);
      return { status: 204 };
    },
  };
}

/** The object a foreign key points to: `/routes/{route}/service`. */
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

/** The methods of a path of entities, undefined when there is no such path. */
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
