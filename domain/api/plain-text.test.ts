import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { workOf } from '#test/runner/work.ts';
import { plainText } from './plain-text.ts';

it.each([
  ['Takes money.', 'Takes money.'],
  ['# Payments\n\nTakes **money** and _gives_ it *back*.', 'Payments Takes money and gives it back.'],
  ['Payments\n========\nTakes money\n\n---\n\nBack', 'Payments Takes money Back'],
  ['<p>Takes <b>money</b>.</p><p>Gives it back.<br/>At once.</p>', 'Takes money. Gives it back. At once.'],
  ['See [the guide](https://a.example/b) or <https://c.example>.', 'See the guide or https://c.example.'],
  ['[![Build](https://a.example/b.svg)](https://a.example) ok', 'Build ok'],
  ['![Logo][1] of [us][1]\n\n[1]: https://a.example/logo.png', 'Logo of us'],
  ['* one\n* two\n  1. three\n> - quoted', 'one two three quoted'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['Call `GET /a_b_c/**` of `List<Order>` 2 * 3 * 4', 'Call GET /a_b_c/** of List<Order> 2 * 3 * 4'],
  ['snake_case_names and __init__ stay: \\*not a list\\*', 'snake_case_names and init stay: *not a list*'],
  ['a &lt;b&gt; &amp;amp; &euro; &#8364; &#x20AC; &#0;', 'a <b> &amp; € € € &#0;'],
  ['```json\n{ "a": 1 }\n```\nafter', '{ "a": 1 } after'],
  ['before<!-- hidden -->after <script>alert(1)</script><style>p{}</style>!', 'beforeafter !'],
  ['fewer < more, 1<2 and 3>2, a <= b', 'fewer < more, 1<2 and 3>2, a <= b'],
  ['~~old~~ new', 'old new'],
])('%j reads %j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

it('leaves a text without marks as it is, in one line', () => {
  const word = fc.stringMatching(/^[a-zA-Z,é支]{1,8}$/);
  fc.assert(fc.property(fc.array(word), (words) => plainText(words.join('\n')) === words.join(' ')));
});

it('reads 20,000 characters of unclosed marks in less than a second of processor time', () => {
  const times = ['<script ', '**a', '[', '<!--', '`', '__a', '| ', '![', '<p '].map((mark) => {
    const text = mark.repeat(20_000 / mark.length);
    return [mark, workOf(() => plainText(text))] as const;
  });
  expect(times.filter(([, work]) => work > 1_000)).toEqual([]);
});
