import { expect, it } from 'vitest';
import { placeOf, readDocument, textOfDocument } from './read-document.ts';

const document = {
  id: 3,
  name: 'Orders',
  description: 'What happens to an order',
  type: '',
  businessArea: 2,
  events: [{ id: 1, name: 'Placed', description: 'Placed', eventTypeId: 'order.placed', schema: '{"type":"object"}' }],
};
const text = textOfDocument(document);
const lineOf = (from: number, of: string) => of.slice(0, from).split('\n').length;

it('reads what it wrote', () => {
  expect(readDocument(text)).toMatchObject({ document, problems: [] });
});

it('finds a field by its path, also in a list', () => {
  const { from } = placeOf(text, 'events.0.schema');
  expect(text.slice(from)).toMatch(/^"schema": /);
  expect(lineOf(placeOf(text, 'businessArea').from, text)).toBe(5);
});

it('says where a text is no JSON', () => {
  const broken = text.replace('"order.placed",', '"order.placed"');
  const [problem] = readDocument(broken).problems;
  expect(problem?.code).toBe('event-category.no-json');
  expect(lineOf(problem?.from ?? 0, broken)).toBe(12);
  for (const other of ['', '[]', 'null', '{'])
    expect(readDocument(other).problems).toMatchObject([{ code: 'event-category.no-json' }]);
});

it('says which field is missing, wrong or unknown, at its line', () => {
  const wrong = textOfDocument({ ...document, name: '' }).replace('"id": 1,', '"id": 1,\n      "more": true,');
  expect(readDocument(wrong).problems.map(({ code, from }) => [code, lineOf(from, wrong)])).toEqual(
    expect.arrayContaining([
      ['event-category.name-required', 3],
      ['field.unknown', 9],
    ]),
  );
  const without = text.replace(/ {2}"description": "What[^\n]*\n/, '');
  expect(readDocument(without).problems).toMatchObject([{ code: 'event-category.description-required', from: 0 }]);
});
