import { expect, it } from 'vitest';
import { fileTypeOf } from './file-type.ts';

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding);

it.each([
  ['image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['image/gif', bytes('GIF89a\x01\0\x01\0')],
  ['image/webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['application/pdf', bytes('%PDF-1.7\n%\xe2\xe3')],
  ['text/plain', bytes('2026-01-02 \x1b[31merror\x1b[0m: größer\r\n\tat x', 'utf8')],
  ['text/plain', bytes('<34>Oct 11 syslog line')],
] as const)('D8: recognizes %s by its bytes', (type, content) => {
  expect(fileTypeOf(content)).toBe(type);
  // Also in a part of a larger buffer.
  expect(fileTypeOf(Buffer.concat([Buffer.from('GIF89a'), content]).subarray(6))).toBe(type);
});

it.each([
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an SVG after XML', bytes('\n <?xml version="1.0"?><svg/>')],
  ['a page', bytes('<!DOCTYPE html><script>alert(1)</script>')],
  ['a program', bytes('MZ\x90\0\x03\0\0\0')],
  ['an archive', bytes('PK\x03\x04\x14\0')],
  ['text in another encoding', bytes('gr\xf6\xdfer')],
  ['an almost PNG', bytes('\x89PNG')],
  ['text with a NUL', bytes('a\0b')],
])('D8: refuses %s', (_, content) => {
  expect(fileTypeOf(content)).toBeUndefined();
});
