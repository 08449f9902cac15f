import { expect, it } from 'vitest';
import { addressBlock, canonicalAddress, hopAddress } from './ip-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::192.0.2.1', '::c000:201'],
  ['2001:db8::192.0.2.1', '2001:db8::c000:201'],
  ['192.0.2.1:443', undefined],
  ['0x7f.1', undefined],
  ['010.0.0.1', undefined],
  ['localhost', undefined],
  ['', undefined],
])('%j is %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

it.each([
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:DB8::1]:51234', '2001:db8::1'],
  ['"[2001:db8::1]:51234"', '2001:db8::1'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['proxy.example:80', undefined],
  ['[192.0.2.1]:80', undefined],
  ['192.0.2.1:', undefined],
  ['192.0.2.1:123456', undefined],
  ['256.0.0.1:80', undefined],
  ['', undefined],
])('the hop %j is %j', (text, address) => {
  expect(hopAddress(text)).toBe(address);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
