import { type Fields, fieldsOf } from '../spec-tree.ts';

/** Swagger 2.0's formats of lists, as OpenAPI 3 calls them. */
const ofCollection: Readonly<Record<string, string>> = {
  csv: 'form',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
  multi: 'form exploded',
};

/**
 * Returns how lists and objects of a parameter are written: the style, and `exploded` where each value stands alone. `plain` and
 * its media type for what has one of its own. Defaults: OpenAPI 3.0.3, "Parameter Object".
 */
export const styleOf = (
  { in: place, style, explode, collectionFormat, content, allowReserved }: Fields,
  isSwagger2: boolean,
): string => {
  if (content !== undefined) return ['plain', ...Object.keys(fieldsOf(content) ?? {}).slice(0, 1)].join(' ');
  const simple = place === 'path' || place === 'header';
  if (isSwagger2) {
    const written = ofCollection[String(collectionFormat ?? 'csv')] ?? String(collectionFormat);
    return simple && written === 'form' ? 'simple' : written;
  }
  const named = typeof style === 'string' ? style : simple ? 'simple' : 'form';
  const isExploded = explode ?? named === 'form';
  return [named, ...(isExploded === true ? ['exploded'] : []), ...(allowReserved === true ? ['reserved'] : [])].join(
    ' ',
  );
};

/** Returns whether a style writes a single value as it is. */
export const isBare = (style: string): boolean => !/^(?:matrix|label|deepObject|plain)/.test(style);

/** Returns how a field of a form is written: its media type, headers and style, as far as they are not the default. */
export const encodingOf = (fields: Fields, isSwagger2: boolean): Fields => {
  const style =
    isSwagger2 && fields.type !== 'array' ? 'form exploded' : styleOf({ ...fields, in: 'query' }, isSwagger2);
  const { contentType, headers } = isSwagger2 ? {} : fields;
  return {
    ...(contentType !== undefined && { contentType }),
    ...(headers !== undefined && { headers }),
    ...(style !== 'form exploded' && { style }),
  };
};
