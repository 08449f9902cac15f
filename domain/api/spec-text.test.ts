import { expect, it } from 'vitest';
import { inUtf8, isPdf, whyNoSpecText } from './spec-text.ts';

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  return bigEndian ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};
const text = 'openapi: 3.0.3 # 支付 café';

it.each([false, true])('UTF-16 with a mark becomes UTF-8 (big-endian: %s)', (bigEndian) => {
  expect(Buffer.from(inUtf8(utf16(text, bigEndian))).toString('utf8')).toBe(text);
});

it('text that is not UTF-16 stays unchanged, also with half a character', () => {
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from([0xff, 0xfe, 0x20]),
    Buffer.alloc(0),
  ]) {
    const given = new Uint8Array(bytes);
    expect(inUtf8(given)).toBe(given);
  }
});

it.each([
  ['', 'empty'],
  ['\ufeff \n', 'empty'],
  ['PK\x03\x04', 'archive'],
  ['<!-- saved -->\n<HTML>', 'web-page'],
  ['<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">', 'xml'],
  ['one\0two', 'not-utf8'],
  ['<<: *shared', undefined],
  [text, undefined],
])('%j is %s', (source, why) => {
  expect(whyNoSpecText(new TextEncoder().encode(source))).toBe(why);
});

it('gzip and PDF are recognized by their bytes', () => {
  expect(whyNoSpecText(new Uint8Array([0x1f, 0x8b, 0x08, 0x00]))).toBe('archive');
  expect(isPdf(new TextEncoder().encode('%PDF-1.7\n'))).toBe(true);
  expect(isPdf(new TextEncoder().encode(text))).toBe(false);
});
