import { describe, expect, it } from 'vitest';
import { writeAs } from './readable-text.ts';

describe('a text written in another format', () => {
  it('has the same content', () => {
    const yaml = 'info:\n  title: Shop\n  version: "1.0"\n  date: 2026-01-01\n';
    const json = writeAs(yaml, 'json');
    expect(JSON.parse(json.text ?? '')).toEqual({ info: { title: 'Shop', version: '1.0', date: '2026-01-01' } });
    expect(writeAs(json.text ?? '', 'yaml').text).toContain('title: Shop');
  });

  it('fails for an unreadable text, and names the place', () => {
    expect(writeAs('info:\n  title: "open\n', 'json')).toMatchObject({ text: null, unreadable: { line: 3 } });
    expect(writeAs('{\n  "a": 1,\n}', 'yaml')).toMatchObject({ text: null, unreadable: { line: 3, column: 1 } });
    expect(writeAs('', 'json').text).toBeNull();
    expect(writeAs('just words', 'json').text).toBeNull();
  });

  it('does not write out aliases that are endless or very large', () => {
    expect(writeAs('a: &a\n  b: *a\n', 'json').text).toBeNull();
    const levels = Array.from({ length: 30 }, (_, level) => `l${level + 1}: &l${level + 1} [*l${level}, *l${level}]`);
    expect(writeAs(`l0: &l0 [1, 2]\n${levels.join('\n')}\n`, 'json').text).toBeNull();
  });
});

it('keeps the digits of whole numbers', () => {
  expect(writeAs('id: 9007199254740993\n', 'json').text).toBe('{\n  "id": 9007199254740993\n}\n');
  expect(writeAs('{"id": [9007199254740993, -515240706323775433, 1]}', 'yaml').text).toBe(
    'id:\n  - 9007199254740993\n  - -515240706323775433\n  - 1\n',
  );
});
