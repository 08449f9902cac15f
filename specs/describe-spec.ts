import { cutText } from '#platform/cut-text.ts';
import { otherFormatOf } from './other-format.ts';
import { parseAsTexts } from './parse-yaml.ts';
import { filledAddress } from './servers.ts';
import type { SpecDocument, SpecVersion } from './spec-document.ts';
import { specError } from './spec-refusal.ts';
import { type Fields, fieldsOf, listOf, pathItemOf } from './spec-tree.ts';

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const longest = { title: 200, version: 100, description: 1_000, tag: 100, address: 2_000 } as const;
const most = { servers: 20, tags: 200 } as const;

/**
 * Returns what a parsed document says about itself. `text` is its source.
 * Throws `spec.not-openapi` (`missing` names the part), `spec.other-format` (`format`) and `spec.unsupported-version` (`version`).
 */
export const describeSpec = (
  value: unknown,
  text: string,
): Omit<SpecDocument, 'hash' | 'format' | 'size' | 'texts' | 'unresolved'> => {
  const root = fieldsOf(value);
  if (!root) throw specError('not-openapi', { missing: 'openapi' });
  const openapi = versionText(root, text);
  const specVersion = specVersionOf(openapi);

  const info = fieldsOf(root.info);
  if (!info) throw specError('not-openapi', { missing: 'info' });
  const paths = fieldsOf(root.paths);
  // In OpenAPI 3.1 a description may have only webhooks or components. Older versions require `paths`.
  if (!paths && !(specVersion === '3.1' && (fieldsOf(root.webhooks) || fieldsOf(root.components)))) {
    throw specError('not-openapi', { missing: 'paths' });
  }

  const pathItems = Object.entries(paths ?? {}).filter(([path]) => path.startsWith('/'));
  const operations = pathItems.flatMap(([, item]) => operationsOf(root, item));
  return {
    specVersion,
    openapi,
    title: clean(info.title, longest.title),
    version: clean(
      typeof info.version === 'number' ? asWritten(text, 'info', 'version', info.version) : info.version,
      longest.version,
    ),
    description: cleanLines(info.description, longest.description),
    operations: operations.length,
    paths: pathItems.length,
    servers: serversOf(root, specVersion).slice(0, most.servers),
    tags: tagsOf(root, operations).slice(0, most.tags),
  };
};

const versionText = (root: Fields, text: string): string => {
  const name = root.openapi === undefined ? 'swagger' : 'openapi';
  const version = root[name];
  if (typeof version === 'string') return version;
  if (typeof version === 'number') return asWritten(text, name, undefined, version);
  const format = otherFormatOf(root, text);
  throw format ? specError('other-format', { format }) : specError('not-openapi', { missing: 'openapi' });
};

const specVersionOf = (openapi: string): SpecVersion => {
  if (openapi === '2.0') return '2.0';
  const generation = /^(3\.[01])(?:\.\d{1,4}(?:-[\w.-]{1,40})?)?$/.exec(openapi)?.[1];
  if (generation === '3.0' || generation === '3.1') return generation;
  throw specError('unsupported-version', { version: openapi });
};

/** A number's source text: 1.0, not 1. */
const asWritten = (text: string, name: string, part: string | undefined, number: number): string => {
  const field = fieldsOf(parseAsTexts(text))?.[name];
  const written = part === undefined ? field : fieldsOf(field)?.[part];
  return typeof written === 'string' ? written : String(number);
};

const operationsOf = (root: Fields, item: unknown): Fields[] => {
  const fields = pathItemOf(root, item);
  return methods.map((method) => fieldsOf(fields?.[method])).filter((operation) => !!operation);
};

const serversOf = (root: Fields, specVersion: SpecVersion): string[] => {
  const addresses =
    specVersion === '2.0' ? swaggerAddresses(root) : listOf(root.servers).map((server) => filledAddress(server));
  return unique(addresses.map(absolute).filter((address) => address !== undefined));
};

const swaggerAddresses = (root: Fields): string[] => {
  if (typeof root.host !== 'string' || root.host === '') return [];
  const basePath = typeof root.basePath === 'string' ? root.basePath : '';
  // Without schemes, Swagger 2.0 means the scheme of the description's own address. An upload has none, so https.
  const schemes = Array.isArray(root.schemes) && root.schemes.length > 0 ? root.schemes : ['https'];
  return schemes.map((scheme) => `${scheme}://${root.host}${basePath}`);
};

const absolute = (address: string): string | undefined => {
  if (address.length > longest.address || !/^https?:\/\/[^{}\s]+$/i.test(address) || !URL.canParse(address)) {
    return undefined;
  }
  return address;
};

const tagsOf = (root: Fields, operations: readonly Fields[]): string[] => {
  const declared = listOf(root.tags).map((tag) => fieldsOf(tag)?.name);
  const used = operations.flatMap((operation) => listOf(operation.tags));
  return unique([...declared, ...used].map((name) => clean(name, longest.tag)).filter((name) => name !== ''));
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Returns one line of text without control characters and lone surrogates, which the database refuses. */
const clean = (value: unknown, length: number): string => cut(textOf(value).replace(/\p{Cc}+/gu, ' '), length);

/** Several lines. */
const cleanLines = (value: unknown, length: number): string =>
  cut(
    textOf(value)
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]+/gu, ' '),
    length,
  );

/** Looks at the first 4,000 characters only, so that a text of megabytes costs nothing. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4_000).toWellFormed() : '');

const cut = (text: string, length: number): string => {
  const trimmed = text.trim();
  return trimmed.length > length ? `${cutText(trimmed, length - 1).trimEnd()}…` : trimmed;
};
