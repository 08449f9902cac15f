import { describe, expect, it } from 'vitest';
import { searchedTerms, termsOf } from './search-terms.ts';

const written = (terms: ReturnType<typeof termsOf>) => terms.map(({ kind, term }) => `${kind} ${term}`);

describe('what an API is found by', () => {
  it('are its words and their beginnings, without case, accents and signs', () => {
    expect(written(termsOf('Café-Payments (v2)'))).toEqual([
      'word cafe',
      'short c',
      'short ca',
      'word payments',
      'short p',
      'short pa',
      'word v2',
      'short v',
      'short v2',
    ]);
  });

  it('are the letters and their pairs where there are no spaces', () => {
    expect(written(termsOf('支付服务 API'))).toEqual([
      'short 支',
      'short 付',
      'short 服',
      'short 务',
      'short 支付',
      'short 付服',
      'short 服务',
      'word api',
      'short a',
      'short ap',
    ]);
  });

  it('is every term once, and none longer than an index takes', () => {
    expect(written(termsOf(`pay PAY ${'x'.repeat(3000)}`))).toEqual([
      'word pay',
      'short p',
      'short pa',
      `word ${'x'.repeat(64)}`,
      'short x',
      'short xx',
    ]);
    expect(termsOf('– … !')).toEqual([]);
  });
});

describe('what a search looks for', () => {
  it('are its words, short ones as a whole', () => {
    expect(written(searchedTerms('  Pay-ments to 支付服 付 '))).toEqual([
      'word pay',
      'word ments',
      'short to',
      'short 支付',
      'short 付服',
      'short 付',
    ]);
    expect(written(searchedTerms('x'.repeat(100)))).toEqual([`word ${'x'.repeat(64)}`]);
    expect(searchedTerms('…')).toEqual([]);
  });

  it('never asks for what the texts do not offer: a text is found by each of its own words', () => {
    for (const text of ['Payments', 'v2', '支付', '务', 'Straße', 'ﬁle', 'İstanbul']) {
      const offered = written(termsOf(`before ${text} after`));
      expect(offered).toEqual(expect.arrayContaining(written(searchedTerms(text))));
    }
  });
});
