import { partsOf, type Schema, wordsIn } from '../sample/parts.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Hints = Readonly<{ name?: string; prefix?: string; namespace?: string; isAttribute: boolean; isWrapped: boolean }>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns the hints of a schema (OpenAPI, "XML Object"). */
const hintsOf = (root: Fields, schema: Schema): Hints => {
  const xml: Fields = Object.assign({}, ...wordsIn(partsOf(root, schema), 'xml').reverse().map(fieldsOf));
  const [name, prefix, namespace] = [text(xml.name), text(xml.prefix), text(xml.namespace)];
  return {
    ...(name !== undefined && { name }),
    ...(prefix !== undefined && { prefix }),
    ...(namespace !== undefined && { namespace }),
    isAttribute: xml.attribute === true,
    isWrapped: xml.wrapped === true,
  };
};

/** Returns the schema of a property or of the items, also when it stands in one of the alternatives. */
const below = (root: Fields, schema: Schema, word: string, name?: string, depth = 0): Schema => {
  const draft = partsOf(root, schema);
  const found = wordsIn(draft, word).flatMap((one) => {
    const part = name === undefined ? one : fieldsOf(one)?.[name];
    return part === undefined ? [] : [part];
  });
  if (found.length > 0) return found.length === 1 ? found[0] : { allOf: found };
  if (depth > 3) return undefined;
  return draft.unions
    .flatMap(({ alternatives }) => alternatives)
    .map((one) => below(root, one, word, name, depth + 1))
    .find((one) => one !== undefined);
};

/** A name of XML has no spaces and does not begin with a digit. */
const asName = (name: string): string => name.replace(/[^\w.:-]/gu, '_').replace(/^(?=[\d.-])/, '_') || '_';

/** Returns a value as XML, as the `xml` hints of its schema say. */
export const xmlText = (root: Fields, schema: Schema, value: unknown, rootName: string): string => {
  const elementOf = (one: unknown, its: Schema, given: string, indent: string): string => {
    const hints = hintsOf(root, its);
    const name = asName(hints.prefix === undefined ? given : `${hints.prefix}:${given}`);
    const spaces = new Map<string, string>();
    const declare = ({ prefix, namespace }: Hints): void => {
      if (namespace !== undefined) spaces.set(prefix === undefined ? 'xmlns' : `xmlns:${asName(prefix)}`, namespace);
    };
    declare(hints);
    const whole = (attributes: string, inner: string): string => {
      const declared = [...spaces].map(([key, address]) => ` ${key}="${escaped(address)}"`).join('');
      const begin = `${indent}<${name}${declared}${attributes}`;
      return inner === '' ? `${begin}/>` : `${begin}>${inner}</${name}>`;
    };
    if (Array.isArray(one)) {
      const items = itemsOf(one, its, given, `${indent}  `);
      return whole('', items.length === 0 ? '' : `\n${items.join('\n')}\n${indent}`);
    }
    const fields = fieldsOf(one);
    if (!fields) return whole('', one === null || one === undefined ? '' : escaped(String(one)));
    let attributes = '';
    const inner: string[] = [];
    for (const [key, part] of Object.entries(fields)) {
      const schemaOfPart = below(root, its, 'properties', key) ?? below(root, its, 'additionalProperties') ?? {};
      const own = hintsOf(root, schemaOfPart);
      const { name: written = key, isAttribute, isWrapped, prefix } = own;
      // An attribute's prefix is declared where the attribute is.
      if (isAttribute) declare(own);
      if (isAttribute)
        attributes += ` ${asName(prefix === undefined ? written : `${prefix}:${written}`)}="${escaped(String(part))}"`;
      else if (Array.isArray(part) && !isWrapped) inner.push(...itemsOf(part, schemaOfPart, written, `${indent}  `));
      else inner.push(elementOf(part, schemaOfPart, written, `${indent}  `));
    }
    return whole(attributes, inner.length === 0 ? '' : `\n${inner.join('\n')}\n${indent}`);
  };

  /** Items have the name of their own schema, otherwise the list's. */
  const itemsOf = (items: readonly unknown[], its: Schema, given: string, indent: string): string[] => {
    const own = below(root, its, 'items') ?? {};
    return listOf(items).map((item) => elementOf(item, own, hintsOf(root, own).name ?? given, indent));
  };

  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementOf(value, schema, hintsOf(root, schema).name ?? rootName, '')}`;
};
