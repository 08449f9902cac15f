import { describe, expect, it } from 'vitest';
import { searchedTerms, searchTextOf, suggestionsOf } from './search-terms.ts';

describe('the text that a search compares', () => {
  it.each([
    ['Café-Payments (v2)', ' cafe payments v2 '],
    ['支付服务API', ' 支付服务 api '],
    ['pay PAY Pay', ' pay '],
    ['ﬁle İstanbul Straße', ' file istanbul straße '],
    ['– … !', '  '],
  ])('of %s has each word once, without case, accents and signs', (text, words) => {
    expect(searchTextOf(text)).toBe(words);
  });
});

describe('the words of a search', () => {
  it.each([
    [
      '  Pay-ments ',
      [
        ['pay', false],
        ['ments', false],
      ],
    ],
    [
      'to v',
      [
        ['to', true],
        ['v', true],
      ],
    ],
    [
      '支付服 付',
      [
        ['支付服', false],
        ['付', false],
      ],
    ],
    ['…', []],
  ] as const)('%s: short ones begin a word, but not where there are no spaces', (search, terms) => {
    expect(searchedTerms(search).map(({ word, begins }) => [word, begins])).toEqual(terms);
  });

  it.each(['Payments', 'v2', '支付', '务', 'Straße', 'ﬁle', 'İstanbul'])('%s finds a text with it', (text) => {
    const found = searchTextOf(`before ${text} after`);
    for (const { word, begins } of searchedTerms(text)) expect(found).toContain(begins ? ` ${word}` : word);
  });
});

it('suggests words for a typo, but no numbers, single letters or words that are too long for an index', () => {
  expect(suggestionsOf(searchTextOf(`Pay 2024 v2 oauth2 支付服务 ${'x'.repeat(65)} é`))).toEqual(['pay', 'oauth2']);
});
