import { describe, expect, it } from 'vitest';
import { edit, pets, put, text } from '#bff/fixtures/compared-pets.ts';
import { compareSpecs } from './compare-specs.ts';

describe('comparing schemas that are written in another way', () => {
  const answered = (schema: unknown, name = 'Pet') =>
    edit(edit(pets(), ['components', 'schemas', name], schema), [...put, 'requestBody'], undefined);
  const judge = (before: unknown, after: unknown) => compareSpecs(answered(before), answered(after)).changes.map(text);
  const { Pet } = pets().components.schemas;
  const aText = { type: 'string' };

  it('a schema that is wrapped as one of several keeps all its properties', () => {
    const other = { type: 'object', required: ['deleted'], properties: { id: aText, deleted: { type: 'boolean' } } };
    for (const word of ['anyOf', 'oneOf']) {
      expect(judge(Pet, { [word]: [Pet, other] })).toEqual(['BREAKS | Pet | alternative-added']);
      expect(judge({ [word]: [Pet, other] }, Pet)).toEqual(['keeps | Pet | alternative-removed']);
    }
    expect(judge(Pet, { anyOf: [Pet] })).toEqual(['keeps | Pet | schema-documented']);
    expect(judge(Pet, { allOf: [{ properties: Pet.properties }, { type: 'object', required: ['name'] }] })).toEqual([
      'keeps | Pet | schema-documented',
    ]);
    expect(judge(Pet, { anyOf: [Pet, { type: 'null' }] })).toEqual(['BREAKS | Pet | type-changed']);
    // What changed of the one that was wrapped is told as well.
    const { kind: _kind, ...properties } = Pet.properties;
    expect(judge(Pet, { anyOf: [{ ...Pet, properties }, other] })).toEqual([
      'BREAKS | Pet | alternative-added',
      'may | Pet | property-removed | kind',
    ]);
  });

  it('constants with words are an enumeration, and one more of them may break readers', () => {
    const values = (...all: string[]) => ({
      type: 'string',
      oneOf: all.map((value) => ({ title: value, const: value })),
    });
    expect(judge(values('cat', 'dog'), values('cat', 'dog', 'fish'))).toEqual(['may | Pet | values-added']);
    expect(judge({ type: 'string', enum: ['cat', 'dog'] }, values('dog', 'cat'))).toEqual([
      'keeps | Pet | schema-documented',
    ]);
    const open = (...all: string[]) => ({ anyOf: [{ enum: all }, { type: 'string' }] });
    expect(judge(open('cat'), open('cat', 'dog'))).toEqual(['keeps | Pet | schema-documented']);
  });

  it('alternatives are matched by their discriminating value, in any order', () => {
    const one = (kind: string, more: object) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: kind }, name: aText, ...more },
    });
    expect(
      judge(
        { oneOf: [one('cat', { claws: aText }), one('dog', { bark: aText })] },
        { oneOf: [one('dog', {}), one('fish', { bark: aText }), one('cat', { claws: aText })] },
      ),
    ).toEqual(['may | Pet | property-removed | bark', 'may | Pet | alternative-added']);
  });

  it('two alternatives of a request that are merged into one with both break nobody', () => {
    const labels = (items: object) => ({ type: 'object', properties: { labels: { type: 'array', items } } });
    const named = { type: 'object', required: ['name'], properties: { name: aText } };
    const body = (schema: object) =>
      edit(pets(), [...put, 'requestBody', 'content', 'application/json', 'schema'], schema);
    const { breaking, maybe } = compareSpecs(
      body({ oneOf: [labels(aText), labels(named)] }),
      body(labels({ oneOf: [aText, named] })),
    );
    expect({ breaking, maybe }).toEqual({ breaking: 0, maybe: 0 });
  });

  it('a replaced schema is reported once, without its parts', () => {
    expect(judge({ type: 'array', items: Pet }, Pet)).toEqual(['BREAKS | Pet | type-changed']);
  });
});
