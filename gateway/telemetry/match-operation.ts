import { nameInEnvironment } from '#domain/core/environment.ts';
import { ownPrefix } from '#domain/deployment/base-path.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { parameterMark, readCallPath, readTemplate } from '#domain/deployment/path-template.ts';

/** A place in the tree of templates, by segment. */
type Place = {
  /** Places after a segment without parameters. */
  readonly texts: Map<string, Place>;
  /** Places after a segment with text and parameters: `{name}.json`. */
  readonly mixed: { parts: readonly string[]; place: Place }[];
  /** The place after a segment that is one parameter. */
  any: Place | undefined;
  /** The path template as written, by method. */
  readonly operations: Map<string, string>;
};

const newPlace = (): Place => ({ texts: new Map(), mixed: [], any: undefined, operations: new Map() });

/** Returns whether a segment has the texts in order, with at least one character for each parameter between them. */
const fits = (segment: string, parts: readonly string[]): boolean => {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!segment.startsWith(first)) return false;
  let at = first.length + 1;
  for (const part of others) {
    const found = segment.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length + 1;
  }
  return segment.length - last.length >= at && segment.endsWith(last);
};

/** Returns the place after a segment of a template. */
const placeAfter = (place: Place, segment: string): Place => {
  if (segment === parameterMark) {
    place.any ??= newPlace();
    return place.any;
  }
  const parts = segment.split(parameterMark);
  const known =
    parts.length === 1
      ? place.texts.get(segment)
      : place.mixed.find((one) => one.parts.join(parameterMark) === segment)?.place;
  if (known) return known;
  const next = newPlace();
  if (parts.length === 1) place.texts.set(segment, next);
  else place.mixed.push({ parts, place: next });
  return next;
};

/** Places that are looked at for one call. Only a description that was made for it has more. */
const mostSteps = 1_000;

/** Returns the path template of a call; null when the description has none for it. @param path as the caller wrote it. */
export type MatchOperation = (method: string, path: string) => string | null;

/**
 * Returns how the calls of a deployment are told apart by the operations of its description, first in the form in which
 * callers are told to use them. Text goes before parameters, as OpenAPI says: `/pets/mine` is not `/pets/{id}`. A HEAD is one of GET's.
 */
export const matchOperation = (
  { basePath, alsoUnder: common = [], paths }: SpecOperations,
  config: Pick<DeploymentConfig, 'contextPath' | 'environment' | 'upstreamUrl'>,
): MatchOperation => {
  const root = newPlace();
  const add = (template: string | undefined, path: string, methods: readonly string[]): void => {
    const place = template?.split('/').reduce(placeAfter, root);
    for (const method of place ? methods : []) if (!place?.operations.has(method)) place?.operations.set(method, path);
  };
  for (const { path, methods, basePath: own, alsoUnder = own === undefined ? common : [] } of paths) {
    for (const base of [own ?? basePath, ...alsoUnder]) {
      const prefix = ownPrefix(config.upstreamUrl, basePath, base);
      if (prefix !== undefined) add(readTemplate(`${prefix}${path}`), path, methods);
    }
  }
  // A target may serve the paths without the description's base path, whatever the description says. Where a deployment is
  // locked, the gateway itself refuses such a call.
  for (const { path, methods } of paths) add(readTemplate(path), path, methods);

  const before = `/${nameInEnvironment(config.contextPath, config.environment)}/`;
  return (method, path) => {
    const read = readCallPath(path);
    if (!read?.startsWith(before)) return null;
    const segments = read.slice(before.length - 1).split('/');
    let steps = 0;
    const find = (place: Place, depth: number): string | undefined => {
      steps += 1;
      if (steps > mostSteps) return undefined;
      if (depth === segments.length)
        return place.operations.get(method) ?? (method === 'HEAD' ? place.operations.get('GET') : undefined);
      const segment = segments[depth] ?? '';
      const text = place.texts.get(segment);
      const found = text && find(text, depth + 1);
      if (found !== undefined) return found;
      for (const one of place.mixed) {
        const mixed = fits(segment, one.parts) ? find(one.place, depth + 1) : undefined;
        if (mixed !== undefined) return mixed;
      }
      return place.any && segment !== '' ? find(place.any, depth + 1) : undefined;
    };
    return find(root, 0) ?? null;
  };
};
