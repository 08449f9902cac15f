import { expect, test } from 'vitest';
import { faultOfEventStoreUrl, readEventStoreUrl } from './event-store-url.ts';

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb://portico:secret@log-1.example:2113,log-2.example:2113,log-3.example:2113?tlsCAFile=/run/ca.crt',
  'esdb+discover://portico:secret@log.example?keepAliveInterval=10000',
  'esdb://10.0.0.7:2113?tls=false',
  'esdb://log.example/',
])('accepts %s', (url) => {
  expect(faultOfEventStoreUrl(url)).toBeUndefined();
});

test.each([
  ['http://log.example', 'must be esdb://'],
  ['kurrentdb://log.example', 'must be esdb://'],
  ['esdb://', 'must be esdb://'],
  ['esdb://log.example:canary', 'must be esdb://'],
  ['esdb://log.example;other', 'must be esdb://'],
  ['esdb://portico:12?canary@log.example', 'must be esdb://'],
  ['esdb://log.example?tlsVerifyCert=false', 'options that have no effect: tlsVerifyCert'],
  ['esdb://log.example?tls=false&streamState=any', 'options that have no effect: streamState'],
  ['esdb://10.0.0.7:2113', 'must name hosts'],
])('says what is wrong with %s', (url, reason) => {
  const fault = faultOfEventStoreUrl(url);
  expect(fault).toContain(reason);
  expect(fault).not.toMatch(/canary|10\.0\.0\.7/);
});

test('names one host alone, with the user and the options', () => {
  const address = readEventStoreUrl('esdb+discover://portico:secret@log.example:2113?tls=false');
  expect(address).toMatchObject({ hosts: ['log.example:2113'], options: ['tls=false'] });
  expect(address?.only('log-2.example:2113')).toBe('esdb://portico:secret@log-2.example:2113?tls=false');
});
