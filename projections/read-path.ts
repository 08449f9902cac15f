import { allProjections } from './all-projections.ts';
import { schemaOf, tablesOf } from './engine/projection.ts';

/** The schemas whose views show this release's read tables. */
export const readSchemas: readonly string[] = allProjections.map(schemaOf);

/** `searchPath` of a pool whose statements name read tables. */
export const readPath: string = ['public', ...readSchemas].join(',');

const schemaOfTable = new Map(allProjections.flatMap((one) => tablesOf(one).map(({ name }) => [name, schemaOf(one)])));

/** Returns the schemas of these read tables. */
export const schemasOf = (tables: readonly string[]): readonly string[] => [
  ...new Set(tables.flatMap((name) => schemaOfTable.get(name) ?? [])),
];
