import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import { problemsOf } from '#domain/core/validation.ts';
import { type EventCategoryDocument, eventCategoryDocument } from '#domain/event-category/document.ts';

/** What is wrong with the text of a category, and where. `from` and `to` are offsets in the text. */
export type DocumentProblem = Readonly<{
  code: string;
  message?: string | undefined;
  parameters?: Readonly<Record<string, string | number>> | undefined;
  from: number;
  to: number;
}>;

/** `value`: the text as JSON, if it is an object. `document`: it, if it is right. */
export type ReadDocument = Readonly<{
  value?: Readonly<Record<string, unknown>>;
  document?: EventCategoryDocument;
  problems: readonly DocumentProblem[];
}>;

type Shown = Omit<EventCategoryDocument, 'type'> & { type?: string | undefined };

/** Returns the text of a document as the editor shows it. */
export const textOfDocument = ({ id, name, description, type, businessArea, events }: Shown): string =>
  JSON.stringify({ id, name, ...(type && { type }), description, businessArea, events }, null, 2);

const punctuation = new Set(['{', '}', '[', ']', ',', ':', '⚠']);
const partsOf = (node: SyntaxNode): SyntaxNode[] => {
  const parts: SyntaxNode[] = [];
  for (let part = node.firstChild; part; part = part.nextSibling) if (!punctuation.has(part.name)) parts.push(part);
  return parts;
};

const nameOf = (property: SyntaxNode, text: string): string => {
  const name = property.getChild('PropertyName');
  try {
    return name ? String(JSON.parse(text.slice(name.from, name.to))) : '';
  } catch {
    return '';
  }
};

/** Returns where a field stands, such as `events.2.schema`; the nearest part that is there, when it is missing. */
export const placeOf = (text: string, field = ''): Readonly<{ from: number; to: number }> => {
  let place: { from: number; to: number } = { from: 0, to: Math.min(text.length, 1) };
  let node: SyntaxNode | null | undefined = partsOf(parser.parse(text).topNode)[0];
  for (const step of field === '' ? [] : field.split('.')) {
    if (!node) break;
    if (node.name === 'Object') {
      const property: SyntaxNode | undefined = node.getChildren('Property').find((one) => nameOf(one, text) === step);
      if (!property) break;
      place = { from: property.from, to: property.to };
      node = property.lastChild;
    } else if (node.name === 'Array') {
      node = partsOf(node)[Number(step)];
      if (node) place = { from: node.from, to: node.from + 1 };
    } else break;
  }
  return place;
};

/** Returns the first place where a text is no JSON. */
const faultIn = (text: string): Readonly<{ from: number; to: number }> => {
  let found: { from: number; to: number } | undefined;
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError)
        found ??= { from: Math.min(from, text.length), to: Math.min(Math.max(to, from + 1), text.length) };
    },
  });
  return found ?? { from: 0, to: Math.min(text.length, 1) };
};

/** Reads the text of a category as the server would, with the place of each problem. The schemas are checked there only. */
export const readDocument = (text: string): ReadDocument => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: [{ code: 'event-category.no-json', ...faultIn(text) }] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: [{ code: 'event-category.no-json', ...placeOf(text) }] };
  const parsed = eventCategoryDocument.safeParse(value);
  const fields = value as Readonly<Record<string, unknown>>;
  if (parsed.success) return { value: fields, document: parsed.data, problems: [] };
  return {
    value: fields,
    problems: problemsOf(parsed.error).map(({ code, field, parameters }) => ({
      code,
      parameters,
      ...placeOf(text, field),
    })),
  };
};
