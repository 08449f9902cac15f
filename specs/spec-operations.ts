import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { methods } from './describe-spec.ts';
import { type Fields, fieldsOf, pathItemOf } from './spec-tree.ts';

const placeholder = 'http://server.example';

/** Returns the path of the first server, with defaults for its variables; '' without a server. */
const basePathOf = (root: Fields): string => {
  const server = fieldsOf(Array.isArray(root.servers) ? root.servers[0] : undefined);
  const variables = fieldsOf(server?.variables) ?? {};
  const address = typeof server?.url === 'string' ? server.url : typeof root.basePath === 'string' ? root.basePath : '';
  const filled = address.slice(0, 2_000).replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const variable = fieldsOf(Object.hasOwn(variables, name) ? variables[name] : undefined);
    return typeof variable?.default === 'string' ? variable.default : 'x';
  });
  return URL.canParse(filled, placeholder) ? new URL(filled, placeholder).pathname.replace(/(?<!\/)\/+$/, '') : '';
};

/** Returns the paths of a parsed description with their methods. */
export const operationsIn = (value: unknown): SpecOperations => {
  const root = fieldsOf(value) ?? {};
  const paths = Object.entries(fieldsOf(root.paths) ?? {}).flatMap(([path, item]) => {
    const fields = pathItemOf(root, item);
    if (!fields || !path.startsWith('/')) return [];
    const own = methods.filter((method) => fieldsOf(fields[method]));
    return own.length > 0 ? [{ path, methods: own.map((method) => method.toUpperCase()) }] : [];
  });
  return { basePath: basePathOf(root), paths };
};
