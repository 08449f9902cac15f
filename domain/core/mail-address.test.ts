import { expect, it } from 'vitest';
import { isMailAddress } from './mail-address.ts';

it.each([
  'nora@harbour.example',
  "o'neil+api@harbour.co.uk",
  'nora@harbour.museum',
  'nora@harbour.photography',
  'n@3m.co',
  'nora_lind.x=y@mail-1.harbour.test',
  'nora@xn--bcher-kva.example',
  'nora@harbour.xn--p1ai',
  `${'n'.repeat(64)}@harbour.example`,
])('%s is an address', (text) => {
  expect(isMailAddress(text)).toBe(true);
});

it.each([
  '',
  'nora',
  'nora@',
  '@harbour.example',
  'nora@harbour',
  'nora@harbour.x',
  'nora@harbour.123',
  'nora@harbour..example',
  'nora@-harbour.example',
  'nora@harbour-.example',
  'nora@harbour_x.example',
  'nora@harbour.example.',
  'nora@[10.0.0.1]',
  '.nora@harbour.example',
  'no..ra@harbour.example',
  'nora.@harbour.example',
  'a b@harbour.example',
  'nora@@harbour.example',
  'nóra@harbour.example',
  'nora@bücher.example',
  'nora@harbour.example\nbcc',
  'Nora <nora@harbour.example>',
  `${'n'.repeat(65)}@harbour.example`,
  `nora@${'a.'.repeat(130)}example`,
  `nora@${'a'.repeat(64)}.example`,
])('%j is no address', (text) => {
  expect(isMailAddress(text)).toBe(false);
});
