import type { DescribedPath, SpecOperations } from '#domain/deployment/lockdown.ts';
import { methods } from './describe-spec.ts';
import { pathsOf, serversOf } from './servers.ts';
import { type Fields, fieldsOf, pathItemOf } from './spec-tree.ts';

type BasePaths = readonly [string, ...string[]];
type Found = Readonly<{ path: string; method: string; basePaths: BasePaths }>;

const foundIn = (root: Fields): Found[] =>
  Object.entries(fieldsOf(root.paths) ?? {}).flatMap(([path, value]) => {
    const item = pathItemOf(root, value);
    if (!item || !path.startsWith('/')) return [];
    return methods.flatMap((name) => {
      const operation = fieldsOf(item[name]);
      if (!operation) return [];
      const basePaths = pathsOf(serversOf(root, operation, item));
      return [{ path: path.toWellFormed(), method: name.toUpperCase(), basePaths }];
    });
  });

/** Returns the base paths that count for all: the description's own, unless all operations have others. */
const commonBasePaths = (root: Fields, found: readonly Found[]): BasePaths => {
  const own = pathsOf(serversOf(root));
  return found.some(({ basePaths }) => String(basePaths) === String(own)) ? own : (found[0]?.basePaths ?? own);
};

/** Returns base paths beside the first one as a property, if there are any. */
const also = ([, ...others]: BasePaths): Pick<DescribedPath, 'alsoUnder'> =>
  others.length > 0 ? { alsoUnder: others } : {};

/**
 * Returns the paths of a parsed description with their methods. A path whose operations have different base paths is there
 * once for each.
 */
export const operationsIn = (value: unknown): SpecOperations => {
  const root = fieldsOf(value) ?? {};
  const found = foundIn(root);
  const common = commonBasePaths(root, found);
  const paths = new Map<string, DescribedPath>();
  for (const { path, method, basePaths } of found) {
    const key = `${basePaths} ${path}`;
    const before = paths.get(key);
    const own = String(basePaths) === String(common) ? {} : { basePath: basePaths[0], ...also(basePaths) };
    if (before) before.methods.push(method);
    else paths.set(key, { path, methods: [method], ...own });
  }
  return { basePath: common[0], ...also(common), paths: [...paths.values()] };
};
