/** The type that has the fields of every type of a union. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * Returns a list that several nouns make together.
 *
 * @param what names the items in the error.
 * @throws when two items have the same key: one would silently take the place of the other.
 */
export const distinct = <const List extends readonly unknown[]>(
  what: string,
  list: List,
  keyOf: (item: List[number]) => string = String,
): List => {
  const keys = new Set<string>();
  for (const item of list) {
    const key = keyOf(item);
    if (keys.has(key)) throw new Error(`There are two of ${what} "${key}"`);
    keys.add(key);
  }
  return list;
};

/**
 * Joins the maps of several nouns into one.
 *
 * @throws when two of them have the same key.
 */
export const joined = <const Maps extends readonly Readonly<Record<string, unknown>>[]>(
  what: string,
  maps: Maps,
): AllOf<Maps[number]> => {
  const entries = maps.flatMap((map) => Object.entries(map));
  distinct(what, entries, ([key]) => key);
  return Object.fromEntries(entries) as AllOf<Maps[number]>;
};

const isParameter = (part: string) => part.startsWith('{') || part.startsWith(':');

const takes = (earlier: readonly string[], later: readonly string[]): boolean =>
  earlier.length === later.length && earlier.every((part, at) => isParameter(part) || part === later[at]);

/**
 * Returns the routes of several nouns, of which the first that fits an address gets it.
 *
 * @param addressOf returns the path of a route, with `{id}` or `:id` for a parameter. A method may be before it.
 * @throws when an earlier route takes every address of a later one.
 */
export const distinctPaths = <Route>(
  routes: readonly Route[],
  addressOf: (route: Route) => string,
): readonly Route[] => {
  const addresses = routes.map(addressOf);
  const parts = addresses.map((address) => address.split('/'));
  for (const [at, later] of parts.entries()) {
    const earlier = parts.findIndex((each) => takes(each, later));
    if (earlier < at) throw new Error(`"${addresses[earlier]}" takes the calls of "${addresses[at]}"`);
  }
  return routes;
};
