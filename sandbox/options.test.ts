import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the options of npm start', () => {
  it('have a separate data folder for a Kong, and for a real Kafka', () => {
    expect(readOptions([], {}).folder).toMatch(/\/\.portico$/);
    expect(readOptions(['--kong', 'http://kong:8001'], {}).folder).toMatch(/\/\.portico-kong$/);
    expect(readOptions(['--kafka'], {}).folder).toMatch(/\/\.portico-kafka$/);
    expect(readOptions(['--kong', 'http://kong:8001'], { PORTICO_DATA: '/data' }).folder).toBe('/data');
  });

  it('find the proxy beside the Admin API, and take its token from the environment only', () => {
    expect(readOptions(['--kong', 'https://kong.example:8444/admin/'], { KONG_ADMIN_TOKEN: 'secret' }).kong).toEqual({
      adminUrl: 'https://kong.example:8444/admin',
      proxyUrl: 'http://kong.example:8000',
      proxySslUrl: undefined,
      host: '127.0.0.1',
      token: 'secret',
    });
  });

  it.each([
    [['--kong', 'kong:8001'], /--kong is kong:8001, which is no address/],
    [['--kong', 'http://user:secret@kong:8001'], /--kong is .*which is no address/],
    [['--kong-proxy', 'http://kong:8000'], /--kong-proxy goes with --kong only/],
    [['--kong', 'http://kong:8001', '--host', 'http://me'], /--host is http:\/\/me; it is a name or an address/],
    [['--gateway-frequency', 'often'], /--gateway-frequency is often; it is seconds/],
    [['--workers', '0'], /--workers is 0; it is from 1 to 10/],
    [['--gateway-nodes', '5'], /--gateway-nodes is 5; it is from 1 to 4/],
    [['--bffs', '2', '--watch'], /--bffs goes without --watch only/],
    [['--rest'], /Unknown option '--rest'[\s\S]*--reset/],
  ])('are refused with a message: %s', (args, sentence) => {
    expect(() => readOptions(args, {})).toThrow(sentence);
  });
});
