import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import type { Found } from './compare-schemas.ts';

type Addressed = Readonly<{ schemas: ReadonlyMap<string, Fields>; references: ReadonlySet<string> }>;

/** Returns the schemas with an address of their own (`$id`), and the references to addresses. */
const addressedIn = (root: Fields): Addressed => {
  const schemas = new Map<string, Fields>();
  const references = new Set<string>();
  const seen = new Set<object>([root]);
  // The loop also visits what is added while it runs.
  for (const one of seen) {
    const { $id, $ref } = fieldsOf(one) ?? {};
    if (typeof $id === 'string' && !$id.startsWith('#')) schemas.set($id.replace(/#$/, ''), one as Fields);
    if (typeof $ref === 'string' && !$ref.startsWith('#')) references.add($ref);
    for (const part of Object.values(one)) if (typeof part === 'object' && part !== null) seen.add(part);
  }
  return { schemas, references };
};

/** Returns the schema whose address ends as a reference says: where a relative one starts is not looked up. */
const schemaAt = ({ schemas }: Addressed, reference: string): Fields | undefined => {
  const [written = ''] = reference.split('#');
  const address = written.replace(/^(?:\.{0,2}\/)+/, '');
  for (const [id, schema] of schemas) if (id === written || id === address || id.endsWith(`/${address}`)) return schema;
  return undefined;
};

/** Reports references to the `$id` of a schema that changes. They are not followed, so nobody can say what it breaks. */
export const compareAddressed = (
  before: Fields,
  after: Fields,
  report: (reference: string, found: Found) => void,
): void => {
  const older = addressedIn(before);
  const found = [...older.references].filter((reference) => schemaAt(older, reference));
  if (found.length === 0) return;
  const newer = addressedIn(after);
  for (const reference of found)
    if (!isDeepStrictEqual(schemaAt(older, reference), schemaAt(newer, reference)))
      report(reference, { rule: 'different', place: '$ref', use: { request: true, response: true } });
};
