import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { RefusedError } from '#domain/core/problem.ts';
import { sampleSpec } from '#specs/sample-spec.ts';
import type { SpecFormat } from '#specs/spec-document.ts';
import { convertSpec } from './convert-spec.ts';
import { documentOf } from './spec-job.ts';

const convert = async (text: string, from: SpecFormat, to: SpecFormat) =>
  new TextDecoder().decode(await convertSpec(await documentOf(new TextEncoder().encode(text)), from, to));

test('a document in the wanted format is returned byte for byte', async () => {
  expect(await convert(sampleSpec, 'yaml', 'yaml')).toBe(sampleSpec);
  expect(await convert(`\ufeff${sampleSpec}`, 'yaml', 'yaml')).toBe(sampleSpec);
});

test('conversion of YAML to JSON and back keeps the meaning', async () => {
  const json = await convert(sampleSpec, 'yaml', 'json');
  expect(JSON.parse(json)).toEqual(load(sampleSpec));
  const yaml = await convert(json, 'json', 'yaml');
  expect(load(yaml)).toEqual(load(sampleSpec));
});

test('texts that look like other types stay texts, aliases are written out, other alphabets are kept', async () => {
  const value = {
    version: '1.0',
    no: 'no',
    date: '2024-01-31',
    name: 'Ünïcode 日本 🙂',
    empty: '',
    long: 'a '.repeat(200),
  };
  const yaml = await convert(JSON.stringify(value), 'json', 'yaml');
  expect(JSON.parse(await convert(yaml, 'yaml', 'json'))).toEqual(value);
  expect(JSON.parse(await convert('a: &a { b: 1 }\nc: *a', 'yaml', 'json'))).toEqual({
    a: { b: 1 },
    c: { b: 1 },
  });
});

test('whole numbers keep their digits', async () => {
  const json = '{\n  "ids": [\n    9007199254740993,\n    -515240706323775433,\n    12\n  ]\n}';
  const yaml = 'ids:\n  - 9007199254740993\n  - -515240706323775433\n  - 12\n';
  expect(await convert(json, 'json', 'yaml')).toBe(yaml);
  expect(await convert(yaml, 'yaml', 'json')).toBe(json);
});

test('refuses what readSpec refuses', async () => {
  const conversion = convert('a: &a [*a]', 'yaml', 'json');
  await expect(conversion).rejects.toThrow(RefusedError);
  await expect(conversion).rejects.toThrow('spec.too-big-expanded');
});
