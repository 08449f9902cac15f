import { isKongObject } from './entity.ts';
import { isFieldName } from './gateway-failure.ts';

/** Kong's own names of errors. */
const names: ReadonlySet<unknown> = new Set([
  'schema violation',
  'unique constraint violation',
  'primary key violation',
  'foreign key violation',
  'foreign keys unresolved',
  'not found',
  'invalid offset',
  'invalid size',
  'invalid options',
  'operation unsupported',
]);

/** What Kong says of a field in words that come from its schemas alone. All other texts may repeat what was sent. */
const sentences: readonly RegExp[] = [
  /^(required field missing|unknown field|value must be null|expected an? (valid )?[a-zA-Z]+)$/,
  /^length must be (at least |at most )?\d+$/,
  /^value (should be between -?[\d.]+ and -?[\d.]+|must be (greater|less) than -?[\d.]+)$/,
  /^(missing host in url|must not have a port|must not have empty segments|certificate does not match key)$/,
  /^should start with: \/( \(fixed path\) or ~\/ \(regex path\))?$/,
  /^(at least one of|exactly one of|only one of|all or none of) these fields must be [a-z-]+: [a-z0-9_., ']+$/,
  /^failed conditional validation given value of field '[a-z0-9_.]+'$/,
];

/** The beginning of a sentence that ends with what was sent. */
const beginnings =
  /^(invalid value|invalid hostname|invalid regex|invalid certificate|invalid key|invalid tag|invalid ip or cidr range|unknown type|not a valid regex|cannot parse)\b/i;

const mostFields = 8;

const wordsOf = (text: unknown): string => {
  if (typeof text !== 'string') return '…';
  if (sentences.some((sentence) => sentence.test(text))) return text;
  const [beginning] = beginnings.exec(text) ?? [];
  return beginning ? `${beginning} …` : '…';
};

const linesOf = (fields: unknown, before = '', depth = 0): string[] => {
  if (!isKongObject(fields) || depth > 3) return [];
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!isFieldName(name)) return [];
    // No field of the gateway, but a name that was sent.
    const path = `${before}${value === 'unknown field' ? '…' : name}`;
    return isKongObject(value) ? linesOf(value, `${path}.`, depth + 1) : [`${path}: ${wordsOf(value)}`];
  });
};

/**
 * Returns what Kong said of a call that it refused: its name of the error, and fields with those of its sentences that can't
 * have a value in them. `…` stands for all else. Undefined where it said nothing that may be shown.
 */
export const saidBy = (body: unknown): string | undefined => {
  if (!isKongObject(body)) return undefined;
  const lines = linesOf(body.fields);
  const shown = lines.slice(0, mostFields).join('; ');
  const name = names.has(body.name) ? String(body.name) : undefined;
  if (!name && lines.length === 0) return undefined;
  return [name ?? '…', ...(shown ? [lines.length > mostFields ? `${shown}; …` : shown] : [])].join(': ');
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const collection = /^[a-z][a-z0-9_-]{0,30}$/;

/**
 * Returns a path of the Admin API without what may be a secret: its query, and ids that are no UUIDs, which whoever runs the
 * gateway chose. Names of objects are at each second place.
 */
export const pathToTell = (path: string): string => {
  const [place = ''] = path.split('?');
  const parts = place.split('/').slice(1);
  const isSchema = parts[0] === 'schemas';
  const told = parts.map((part, at) =>
    ((at % 2 === 0 || isSchema) && collection.test(part)) || uuid.test(part) || part === '' ? part : '…',
  );
  return `/${told.join('/')}`;
};
