import { type RawBuilder, sql } from 'kysely';
import { containingQuickly } from './containing.ts';
import type { Given } from './statement.ts';

/** What a search of a gateway's objects looks for: `words` as for `like any`, or an id from one up to another. */
export type ObjectSearch = Readonly<{
  words: readonly string[] | undefined;
  idFrom: string | undefined;
  idTo: string | undefined;
}>;

/** Returns what a text finds. One that an id may begin with also finds ids: they are not among the words (migration 544). */
export const objectSearch = (search: string): ObjectSearch => {
  const start = search.toLowerCase();
  const isStart = /^[0-9a-f][0-9a-f-]{2,35}$/.test(start);
  return {
    words: containingQuickly(search),
    idFrom: isStart ? start : undefined,
    idTo: isStart ? `${start}g` : undefined,
  };
};

/** The condition on `gateway_objects as object`. */
export const foundObject = ({ words, idFrom, idTo }: Given<ObjectSearch>): RawBuilder<boolean> =>
  idFrom === undefined
    ? sql<boolean>`object.words like any(${words}::text[])`
    : sql<boolean>`(object.words like any(${words}::text[]) or (object.id ~>=~ ${idFrom} and object.id ~<~ ${idTo}))`;
