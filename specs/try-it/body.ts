import { exactJson } from '#domain/core/exact-json.ts';
import type { TryItBodyForm, TryItField, TryItOperation, TryItUnsent, TryItWriting } from '#domain/try-it/schema.ts';
import { encodingOf, styleOf } from '../compare/style.ts';
import { partsOf, referenceIn, type Schema, typesOf, wordsIn } from '../sample/parts.ts';
import { type Fields, fieldsOf, listOf, resolved, stepsOf } from '../spec-tree.ts';
import { inOtherWords, none, ownExamples } from './examples.ts';
import { describedBy, proposedValue, type Reading, withWriting, writingOf } from './parameter.ts';
import { fitting, line } from './texts.ts';
import { xmlText } from './xml.ts';

/** Characters of a body that is proposed, media types of a body, and fields of a form. */
const most = { characters: 4_000, types: 10, fields: 60 } as const;

/** Media types with parts that are told apart by names. */
const isForm = (type: string): boolean => type === 'application/x-www-form-urlencoded';
const isParts = (type: string): boolean => type === 'multipart/form-data';
const isJson = (type: string): boolean => /[/+.-]json\b|\bjson\b/.test(type);
const isXml = (type: string): boolean => /[/+]xml$/.test(type);
/** Media types that are no text. */
const isBinary = (type: string): boolean => /^(?:image|audio|video|font|model)\/(?!svg)/.test(type) || bytes.test(type);
const bytes =
  /\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar|cbor|msgpack|x-msgpack|protobuf|x-protobuf|vnd\.google\.protobuf|x-binary|wasm|java-archive|x-7z-compressed|vnd\.ms-excel)$|\/vnd\.openxmlformats/;

const bare = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/** Returns whether a schema is about bytes: OpenAPI 3.0's `binary`, 2.0's `file`, 3.1's media type without an encoding. */
const isBytes = (root: Fields, schema: Schema): boolean => {
  const draft = partsOf(root, schema);
  if (wordsIn(draft, 'format').includes('binary')) return true;
  const [media] = wordsIn(draft, 'contentMediaType');
  return typeof media === 'string' && wordsIn(draft, 'contentEncoding').length === 0 && isBinary(bare(media));
};

/** Returns a media type that can be sent for one with stars, by what the schema is about. */
const realType = (root: Fields, type: string, schema: Schema, value: unknown): string => {
  if (!type.includes('*')) return type;
  const [group] = type.split('/');
  if (group === 'text') return 'text/plain';
  if (group !== '*' && group !== 'application')
    return `${group}/${({ image: 'png', audio: 'mpeg', video: 'mp4' })[String(group)] ?? 'plain'}`;
  if (isBytes(root, schema)) return 'application/octet-stream';
  const isText =
    group === '*' && (value === none ? typesOf(partsOf(root, schema))?.[0] === 'string' : typeof value === 'string');
  return isText ? 'text/plain' : 'application/json';
};

/** Returns the name of a referred schema, which is the root of its XML. */
const nameOf = (schema: Schema): string => stepsOf(referenceIn(fieldsOf(schema) ?? {}) ?? '')?.at(-1) ?? 'root';

/** Returns a value as the text of a media type. */
const writtenAs = (root: Fields, type: string, schema: Schema, value: unknown): string => {
  if (isXml(type)) return typeof value === 'string' ? value : xmlText(root, schema, value, nameOf(schema));
  if (typeof value === 'string' && !isJson(type)) return value;
  const isOneLine = /ndjson|jsonl|json-seq|jsonlines/.test(type);
  return exactJson(value, isOneLine ? undefined : 2) ?? '';
};

/** Returns a field of a form and, where the style has no way to write it, why it can't be sent. */
const fieldOf = (
  { root, examples, left }: Reading,
  name: string,
  {
    schema,
    required,
    description,
    told,
    encoding,
    isUrlEncoded,
    value: proposed,
  }: Readonly<{
    schema: Schema;
    required: boolean;
    description: string;
    /** The style as `styleOf` tells it; undefined: by the type of the content. */
    told: string | undefined;
    encoding: Fields | undefined;
    isUrlEncoded: boolean;
    value: unknown;
  }>,
): TryItField | TryItUnsent => {
  const field = {
    name: name.toWellFormed().slice(0, 100),
    required,
    description: fitting(left, description),
    example: '',
  };
  const contentType =
    typeof encoding?.contentType === 'string' ? line(encoding.contentType.split(',')[0], 100) : undefined;
  const type = contentType && { contentType };
  const items = wordsIn(partsOf(root, schema), 'items')[0];
  const writing = (shape: TryItWriting['shape'], style = told ?? 'form exploded') => writingOf(style, shape);
  if (!isUrlEncoded && isBytes(root, schema)) return { ...field, ...type, writing: writing('file') };
  if (!isUrlEncoded && items !== undefined && isBytes(root, items))
    return { ...field, ...type, writing: writing('files') };
  const value = proposed === undefined ? examples.sample(schema) : proposed;
  const [usual] = typesOf(partsOf(root, schema)) ?? [];
  const kind = value === none ? usual : Array.isArray(value) ? 'array' : typeof value;
  const rows = Array.isArray(value) ? value : Object.values(fieldsOf(value) ?? {});
  const isNested = rows.some((one) => typeof one === 'object' && one !== null);
  if (kind === 'array' && !(contentType && isJson(contentType))) {
    if (told !== undefined && told !== 'form exploded' && isNested) return { name: field.name, why: 'nested' };
    const json = isNested && !contentType ? { contentType: 'application/json' } : type;
    return { ...field, ...json, writing: writing('list'), example: proposedValue(left, 'list', value) };
  }
  if (kind === 'object' && told !== undefined) {
    if (isNested) return { name: field.name, why: 'nested' };
    return { ...field, writing: writing('map'), example: proposedValue(left, 'map', value) };
  }
  // An object is JSON by default (OpenAPI 3.1, "Encoding Object").
  const isObject = kind === 'object' || kind === 'array';
  const own = contentType ?? (isObject ? 'application/json' : undefined);
  const text =
    value === none
      ? ''
      : own !== undefined && (isJson(own) || isXml(own))
        ? writtenAs(root, own, schema, value)
        : value;
  return withWriting(
    { ...field, ...(own !== undefined && { contentType: own }), example: proposedValue(left, 'text', text) },
    writing('text', told ?? 'form exploded'),
  );
};

const isField = (one: TryItField | TryItUnsent): one is TryItField => !('why' in one);
const isUnsent = (one: TryItField | TryItUnsent): one is TryItUnsent => 'why' in one;

type Found = Readonly<{ bodies: TryItBodyForm[]; unsent: TryItUnsent[] }>;

/** Returns the fields of a form, by the properties of its schema. */
const formOf = (reading: Reading, contentType: string, media: Fields): Found => {
  const { root, examples } = reading;
  const draft = partsOf(root, media.schema);
  const whole = fieldsOf(examples.sample(media.schema, ownExamples(root, media).flatMap(inOtherWords))) ?? {};
  const described: Fields = Object.assign({}, ...wordsIn(draft, 'properties').map(fieldsOf));
  const required = new Set(wordsIn(draft, 'required').flatMap(listOf));
  const encodings = fieldsOf(media.encoding) ?? {};
  const names = [...new Set([...Object.keys(described), ...Object.keys(whole)])].slice(0, most.fields);
  const isUrlEncoded = isForm(bare(contentType));
  const fields = names
    .filter((name) => resolved(root, described[name])?.readOnly !== true)
    .map((name) => {
      const encoding = fieldsOf(encodings[name]);
      const isStyled = encoding && ['style', 'explode', 'allowReserved'].some((word) => encoding[word] !== undefined);
      const schema = described[name] ?? {};
      return fieldOf(reading, name, {
        schema,
        required: required.has(name),
        description: describedBy(root, schema),
        told: isStyled ? styleOf({ ...encoding, in: 'query', content: undefined }, false) : undefined,
        encoding,
        isUrlEncoded,
        value: whole[name],
      });
    });
  const kind = isUrlEncoded ? 'form' : 'parts';
  return {
    bodies: [
      {
        contentType: isUrlEncoded ? contentType : 'multipart/form-data',
        kind,
        example: '',
        fields: fields.filter(isField),
      },
    ],
    unsent: fields.filter(isUnsent),
  };
};

/** Returns a body in one media type. */
const bodyIn = (reading: Reading, written: string, media: Fields): Found => {
  const { root, examples, left } = reading;
  const type = bare(written);
  if (isForm(type) || isParts(type)) return formOf(reading, written, media);
  if (type.startsWith('multipart/')) return { bodies: [], unsent: [{ name: type.slice(0, 100), why: 'media-type' }] };
  const own = ownExamples(root, media);
  const isText = !isJson(type) && own.length > 0 && typeof own[0] === 'string';
  const value =
    media.schema === undefined || isText
      ? examples.sample(
          undefined,
          own.flatMap((one) => (isJson(type) ? inOtherWords(one).reverse() : [one])),
        )
      : left.characters > 0
        ? examples.sample(media.schema, own.flatMap(inOtherWords))
        : none;
  const contentType = line(realType(root, written, media.schema, value), 100);
  const isFile = isBinary(bare(contentType)) || (isBytes(root, media.schema) && !isJson(bare(contentType)));
  const text = value === none || isFile ? '' : writtenAs(root, bare(contentType), media.schema, value);
  const example = fitting(left, text.length > most.characters ? '' : text.toWellFormed());
  const range = isFile && type.includes('*') && { range: line(type, 100) };
  return { bodies: [{ contentType, ...range, kind: isFile ? 'file' : 'text', example, fields: [] }], unsent: [] };
};

/** Returns the fields of a form of Swagger 2.0, which are parameters. */
const formDataOf = (reading: Reading, types: readonly unknown[], parameters: readonly Fields[]): Found => {
  const isUpload = parameters.some(({ type }) => type === 'file') || types.some((type) => isParts(bare(String(type))));
  const fields = parameters.slice(0, most.fields).map((parameter) => {
    const { style } = encodingOf(parameter, true);
    const own = ownExamples(reading.root, parameter).flatMap(inOtherWords);
    return fieldOf(reading, String(parameter.name), {
      schema: parameter,
      required: parameter.required === true,
      description: line(parameter.description, 300),
      told: typeof style === 'string' ? style : 'form exploded',
      encoding: undefined,
      isUrlEncoded: !isUpload,
      value: own.length > 0 ? reading.examples.sample(parameter, own) : undefined,
    });
  });
  const contentType = isUpload ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return {
    bodies: [{ contentType, kind: isUpload ? 'parts' : 'form', example: '', fields: fields.filter(isField) }],
    unsent: fields.filter(isUnsent),
  };
};

const foundBodies = (reading: Reading, operation: Fields, parameters: readonly Fields[]): Found => {
  const { root, isSwagger2 } = reading;
  const content = Object.entries(fieldsOf(resolved(root, operation.requestBody)?.content) ?? {});
  const consumed = listOf(operation.consumes ?? root.consumes).filter((type) => typeof type === 'string');
  const fields = parameters.filter((one) => one.in === 'formData' && typeof one.name === 'string');
  const whole = parameters.find((one) => one.in === 'body');
  if (isSwagger2 && fields.length > 0) return formDataOf(reading, consumed, fields);
  const types: [string, Fields][] = whole
    ? (consumed.length > 0 ? consumed : ['application/json']).map((type) => [type, whole])
    : content.map(([type, media]) => [type, fieldsOf(media) ?? {}]);
  // JSON first: it is what most callers write.
  const sorted = [...types.filter(([type]) => isJson(bare(type))), ...types.filter(([type]) => !isJson(bare(type)))];
  const found = sorted.slice(0, most.types).map(([type, media]) => bodyIn(reading, type, media));
  return { bodies: found.flatMap(({ bodies }) => bodies), unsent: found.flatMap(({ unsent }) => unsent) };
};

/** Returns the body of an operation in each of its media types, and what of it can't be sent. */
export const bodiesOf = (
  reading: Reading,
  method: TryItOperation['method'],
  operation: Fields,
  parameters: readonly Fields[],
): Found => {
  const found = foundBodies(reading, operation, parameters);
  if (method !== 'GET' && method !== 'HEAD') return found;
  return {
    bodies: [],
    unsent: found.bodies.length > 0 ? [{ name: found.bodies[0]?.contentType ?? '', why: 'method' }] : [],
  };
};
