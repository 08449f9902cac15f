import { expect, it } from 'vitest';
import { commonAddresses } from './common-addresses.ts';

it.each([
  ['equal ones', ['10.0.0.0/8'], ['10.0.0.0/8'], ['10.0.0.0/8']],
  ['a network and an address in it', ['10.0.0.0/8', '192.0.2.1'], ['10.1.2.3', '198.51.100.1'], ['10.1.2.3']],
  [
    'networks within each other, both ways',
    ['10.0.0.0/8', '172.16.1.0/24'],
    ['10.2.0.0/16', '172.16.0.0/12'],
    ['172.16.1.0/24', '10.2.0.0/16'],
  ],
  ['nothing', ['10.0.0.0/8'], ['192.0.2.0/24'], ['0.0.0.0']],
  ['everything', ['0.0.0.0/0', '::/0'], ['192.0.2.1', '2001:db8::/32'], ['192.0.2.1', '2001:db8::/32']],
  ['neighbours of one length', ['10.0.0.0/9'], ['10.128.0.0/9'], ['0.0.0.0']],
  ['addresses of both kinds', ['::/0'], ['192.0.2.1'], ['0.0.0.0']],
])('%s', (_what, one, other, common) => {
  expect(commonAddresses(one, other)).toEqual(common);
});
