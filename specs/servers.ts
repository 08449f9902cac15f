import { type Fields, fieldsOf, listOf } from './spec-tree.ts';

/**
 * Where operations are called.
 *
 * @property host '' where the description does not say it.
 * @property path '' or `/v1`, as it stands in an address.
 */
export type Server = Readonly<{ host: string; path: string }>;

/** Stands for a variable without a value. */
const unknown = 'no-value';
/** The variable may be in two braces. */
const unknownFirst = /^\{?no-value\}?(?=\/|$)/;
const placeholder = 'http://server.example';
/** Characters of an address. */
const longest = 2_000;

/** Servers of one list, with all values of their variables. More are not read. */
const most = 20;

const isText = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Returns the values of a variable, its default first. It may be written without quotes. */
const valuesOf = (variable: unknown): string[] => {
  const { default: usual, enum: values } = fieldsOf(variable) ?? {};
  const texts = [usual, ...listOf(values).slice(0, most)]
    .filter(isText)
    .map((value) => String(value).slice(0, longest));
  return [...new Set(texts)];
};

/** Returns an address with each value of its variables, the defaults first. A variable without a value gets `instead`. */
const allFilled = (url: string, variables: Fields, instead: string | undefined): string[] => {
  // Parts at odd places are variables.
  const parts = url.split(/\{([^{}]+)\}/);
  return parts.reduce<string[]>(
    (all, part, index) => {
      if (index % 2 === 0) return all.map((before) => before + part);
      const values = Object.hasOwn(variables, part) ? valuesOf(variables[part]) : [];
      const filled = values.length > 0 ? values : [instead ?? `{${part}}`];
      return filled.flatMap((value) => all.map((before) => before + value)).slice(0, most);
    },
    [''],
  );
};

/** A default may begin with the slash that the address has, too, as in exports of AWS. */
const withoutTwoSlashes = (address: string): string => address.replace(/(?<=[^:/])\/{2,}/g, '/');

const addressesOf = (server: unknown, instead?: string): string[] => {
  const { url, variables } = fieldsOf(server) ?? {};
  if (typeof url !== 'string' || url.length > longest) return [];
  return allFilled(url, fieldsOf(variables) ?? {}, instead).map(withoutTwoSlashes);
};

/** Returns a server's address with the defaults of its variables, or else the first of their values; '' without an address. */
export const filledAddress = (server: unknown): string => addressesOf(server)[0] ?? '';

/** An address without scheme that begins with a host: `localhost:8080/v1`, `api.example.com`. */
const hostFirst = /^(?:[\w.-]+:\d+|localhost|(?:[\w-]+\.)+[a-z]{2,})(?=\/|$)/i;

/** Returns an encoded path in one form: capitals, and nothing encoded that need not be (RFC 3986, 6.2.2). */
const inOneForm = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });

const serverAt = (address: string): Server => {
  const isHostFirst = hostFirst.test(address) || unknownFirst.test(address);
  const url = URL.parse(isHostFirst ? `//${address.replace(/[{}]/g, '')}` : address, placeholder);
  if (!url) return { host: '', path: '' };
  const { host, pathname } = url;
  const path = inOneForm(pathname.replace(/\/{2,}/g, '/').replace(/\/$/, ''));
  return {
    host: host === 'server.example' || host.includes(unknown) ? '' : host,
    path: path.startsWith('/') && !path.includes(unknown) ? path : '',
  };
};

/** Swagger 2.0 has one address, whatever its schemes. */
const swaggerServer = ({ host, basePath }: Fields): Server => {
  const path = typeof basePath === 'string' ? `/${basePath.slice(0, longest)}` : '';
  const name = typeof host === 'string' ? host.slice(0, longest).replace(/^\w+:\/\//, '') : '';
  return serverAt(name === '' ? path.replace(/^\/+/, '/') : `//${name}${path}`);
};

const lists = new WeakMap<object, readonly Server[]>();

/** Returns the servers of a list. Operations may share it, so it is read once. */
const serversIn = (list: unknown): readonly Server[] => {
  if (!Array.isArray(list)) return [];
  const known = lists.get(list);
  if (known) return known;
  const servers = list
    .slice(0, most)
    .flatMap((server) => addressesOf(server, unknown))
    .slice(0, most)
    .map(serverAt);
  lists.set(list, servers);
  return servers;
};

/**
 * Returns the servers of an operation: its own, or those of its path, or those of the description. At least one. A server with
 * variables is there once for each of their values.
 */
export const serversOf = (root: Fields, ...nearer: readonly Fields[]): readonly [Server, ...Server[]] => {
  if (root.openapi === undefined && root.swagger !== undefined) return [swaggerServer(root)];
  for (const { servers } of [...nearer, root]) {
    const [first, ...more] = serversIn(servers);
    if (first) return [first, ...more];
  }
  return [{ host: '', path: '' }];
};

/** Returns the paths of the servers that are at the host of the first one: callers of a gateway can choose between them. */
export const pathsOf = ([first, ...more]: readonly [Server, ...Server[]]): readonly [string, ...string[]] => {
  const others = new Set(more.filter(({ host }) => host === first.host).map(({ path }) => path));
  others.delete(first.path);
  return [first.path, ...others];
};
