import { exactJson } from '#domain/core/exact-json.ts';
import { isFreeHeader, parameterPlaces, tryItStyles } from '#domain/try-it/call-parts.ts';
import type { FilledValue, TryItField, TryItParameter, TryItUnsent, TryItWriting } from '#domain/try-it/schema.ts';
import { styleOf } from '../compare/style.ts';
import { partsOf, type Schema, typesOf, wordsIn } from '../sample/parts.ts';
import type { Samples } from '../sample/sample-of.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import { inOtherWords, none, ownExamples } from './examples.ts';
import { fitting, type Left, line } from './texts.ts';

/** Rows of one value that are proposed. */
const mostRows = 40;
/** Characters of one row. A longer text is not proposed, because half of it would be wrong. */
const longestRow = 1_000;

/** What the reading of a description needs everywhere. `parameters`: those that were read already. */
export type Reading = Readonly<{
  root: Fields;
  isSwagger2: boolean;
  examples: Samples;
  left: Left;
  parameters: Map<Fields, ReadParameter | undefined>;
}>;

const asText = (value: unknown): string => {
  if (value === none || value === null || value === undefined) return '';
  const text = typeof value === 'object' ? (exactJson(value) ?? '') : String(value);
  return text.length > longestRow ? '' : text.toWellFormed();
};

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns how a value of a schema is filled in. A schema that allows several types is filled in like its example. */
const shapeOf = (root: Fields, schema: Schema, value: unknown): TryItWriting['shape'] => {
  if (Array.isArray(value)) return 'list';
  if (isNested(value)) return 'map';
  if (value !== none) return 'text';
  const [type] = typesOf(partsOf(root, schema)) ?? [];
  return type === 'array' ? 'list' : type === 'object' ? 'map' : 'text';
};

const filledIn = (shape: TryItWriting['shape'], value: unknown): FilledValue => {
  if (shape === 'file' || shape === 'files') return '';
  if (shape === 'list') return (Array.isArray(value) ? value : []).slice(0, mostRows).map(asText);
  if (shape === 'map')
    return Object.entries(fieldsOf(value) ?? {})
      .slice(0, mostRows)
      .map(([name, one]) => ({ name: name.toWellFormed(), value: asText(one) }));
  return asText(value);
};

/** Returns the proposed value while the limits of the whole list allow it. */
export const proposedValue = (left: Left, shape: TryItWriting['shape'], value: unknown): FilledValue => {
  const filled = filledIn(shape, value);
  if (typeof filled === 'string') return fitting(left, filled);
  left.characters -= JSON.stringify(filled).length;
  return left.characters < 0 ? [] : filled;
};

/** Reads a style as `styleOf` tells it: its name, and words for what deviates. */
export const writingOf = (told: string, shape: TryItWriting['shape']): TryItWriting => {
  const [name, ...words] = told.split(' ');
  const style = tryItStyles.find((one) => one === name) ?? 'form';
  return { shape, style, explode: words.includes('exploded'), reserved: words.includes('reserved') };
};

/** Returns whether one plain text in its usual style is meant, so that nothing has to be said about it. */
const isUsual = ({ shape, style, reserved }: TryItWriting): boolean =>
  shape === 'text' && !reserved && !['label', 'matrix'].includes(style);

export const withWriting = <Field extends TryItField>(field: Field, writing: TryItWriting): Field =>
  isUsual(writing) ? field : { ...field, writing };

const unsent = (name: string, why: TryItUnsent['why']): Unsent => ({ unsent: { name, why } });

/** Headers that say who calls, which the portal fills in, or that the chosen media type decides. */
const isOwnHeader = (name: string): boolean => /^(authorization|apikey|content-type|content-length|host)$/i.test(name);

/** Returns the schema and the media type of a parameter. In Swagger 2.0 its keywords are in the parameter itself. */
const contentOf = (
  { isSwagger2 }: Reading,
  parameter: Fields,
): { schema: Schema; media?: Fields; contentType?: string } => {
  const [content] = Object.entries(fieldsOf(parameter.content) ?? {});
  if (!content)
    return { schema: parameter.schema ?? (isSwagger2 || parameter.type !== undefined ? parameter : undefined) };
  const media = fieldsOf(content[1]);
  return { schema: media?.schema, contentType: line(content[0], 100), ...(media && { media }) };
};

/** Returns the values that are right for a parameter: its own examples first. */
const rightValue = ({ root, examples }: Reading, schema: Schema, holder: Fields): unknown => {
  const own = ownExamples(root, holder).flatMap(inOtherWords);
  return examples.sample(schema, own);
};

type Unsent = Readonly<{ unsent: TryItUnsent }>;
type ReadParameter = Unsent | Readonly<{ parameter: TryItParameter; value: unknown; shape: TryItWriting['shape'] }>;

const read = (reading: Reading, fields: Fields): ReadParameter | undefined => {
  const { root, isSwagger2 } = reading;
  const name = line(fields.name, 100);
  if (name === '' || fields.in === 'body' || fields.in === 'formData') return undefined;
  if (fields.in === 'cookie') return unsent(name, 'cookie');
  const place = parameterPlaces.find((one) => one === fields.in);
  if (!place) return undefined;
  if (place === 'header' && !isFreeHeader(name)) return isOwnHeader(name) ? undefined : unsent(name, 'header');
  const { schema, media, contentType } = contentOf(reading, fields);
  const value = rightValue(reading, schema, media ?? fields);
  const shape = contentType === undefined ? shapeOf(root, schema, value) : 'text';
  const writing = writingOf(styleOf(fields, isSwagger2), shape);
  const rows = shape === 'list' ? value : shape === 'map' ? Object.values(fieldsOf(value) ?? {}) : [];
  const isUnwritable =
    (Array.isArray(rows) && rows.some(isNested)) || (writing.style === 'deepObject' && shape === 'list');
  if (isUnwritable) return unsent(name, 'nested');
  const parameter = withWriting(
    {
      name,
      in: place,
      required: place === 'path' || fields.required === true,
      description: line(fields.description, 300),
      ...(contentType !== undefined && { contentType }),
      example: '',
    },
    writing,
  );
  const isPlain =
    contentType === undefined || value === none || (typeof value === 'string' && !/json/i.test(contentType));
  const written = isPlain ? value : (exactJson(value) ?? '');
  return { parameter, value: written, shape };
};

/** Returns a parameter as it is filled in, or why it can't be sent; undefined for what is no parameter. */
export const parameterOf = (reading: Reading, fields: Fields, path: string): TryItParameter | Unsent | undefined => {
  const { left, parameters } = reading;
  // Many operations refer to the same parameters.
  if (!parameters.has(fields)) parameters.set(fields, read(reading, fields));
  const one = parameters.get(fields);
  if (!one || 'unsent' in one) return one;
  left.parameters -= 1;
  // Parameters in the path are always kept: without them there is no path to call.
  if (left.parameters < 0 && !path.includes(`{${one.parameter.name}}`)) return undefined;
  return {
    ...one.parameter,
    description: fitting(left, one.parameter.description),
    example: proposedValue(left, one.shape, one.value),
  };
};

/** Returns the description that a schema has, or one of its parts. */
export const describedBy = (root: Fields, schema: Schema): string =>
  line(wordsIn(partsOf(root, schema), 'description')[0], 300);
