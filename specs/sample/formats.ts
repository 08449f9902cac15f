import { fullFormats } from 'ajv-formats/dist/formats.js';

/** A value of each format that is a text. */
export const textOfFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'somebody@company.example',
  'idn-email': 'somebody@company.example',
  hostname: 'company.example',
  'idn-hostname': 'company.example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://company.example/',
  url: 'https://company.example/',
  iri: 'https://company.example/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  'uri-template': '/path/{name}',
  uuid: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  'json-pointer': '/name/0',
  'relative-json-pointer': '0/name',
  regex: '^[a-z]+$',
  byte: 'dGV4dA==',
};

/** Values of the same formats for short texts. */
export const shorterOfFormat: Readonly<Record<string, readonly string[]>> = {
  email: ['a@b.example', 'a@b.c'],
  'idn-email': ['a@b.example', 'a@b.c'],
  hostname: ['a.example', 'a'],
  'idn-hostname': ['a.example', 'a'],
  uri: ['a:b'],
  iri: ['a:b'],
  'uri-reference': ['/'],
  'iri-reference': ['/'],
};

/** Expressions of some formats need more than linear time, so longer texts are not looked at. */
const longest = 300;

/** Returns whether a text has a format. Formats that are only words for readers allow every text. */
export const hasFormat = (format: string, text: string): boolean => {
  const rule = Object.hasOwn(fullFormats, format) ? fullFormats[format as keyof typeof fullFormats] : true;
  if (rule === true) return true;
  if (text.length > longest) return format === 'byte';
  if (rule instanceof RegExp) return rule.test(text);
  if (typeof rule === 'function') return (rule as (value: string) => boolean)(text);
  if (typeof rule !== 'object' || ('type' in rule && rule.type === 'number')) return true;
  const { validate } = rule;
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate !== 'function' || (validate as (value: string) => boolean)(text);
};

const bits: Readonly<Record<string, bigint>> = { int32: 32n, int64: 64n };

/** Returns the smallest and the greatest whole number of a format; undefined without one. */
export const rangeOfFormat = (format: unknown): readonly [bigint, bigint] | undefined => {
  const size = typeof format === 'string' && Object.hasOwn(bits, format) ? bits[format] : undefined;
  return size === undefined ? undefined : [-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n];
};
