import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { defaultContextPath, defaultServiceName, deployBody } from './schema.ts';

const valid = {
  id: 1,
  name: 'Payments',
  env: 'DEV',
  auth: 'apikey',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example:8443/v1',
  kongServer: 1,
  oAuth2Config: { tokenExpiration: 86_400 },
  rateLimit: { enabled: false, ratePerMinute: 60 },
};
const problemOf = (change: object) => {
  const result = deployBody.safeParse({ ...valid, ...change });
  return result.success ? [] : problemsOf(result.error).map(({ code, field }) => `${field}: ${code}`);
};

describe('the deploy form', () => {
  it('takes all values that the form allows', () => {
    expect(problemOf({})).toEqual([]);
    expect(
      problemOf({ name: 'Pay_ments and-more', contextPath: 'Pay_ments-x', upstreamUrl: 'http://10.0.0.1' }),
    ).toEqual([]);
    expect(problemOf({ name: '_internal - pay', contextPath: '-_internal' })).toEqual([]);
    expect(problemOf({ name: 'Orders 2', contextPath: 'orders-v2', upstreamUrl: 'http://orders:8080/x' })).toEqual([]);
    for (const host of ['[fd00::1]:8080', 'orders', 'order_service:8080', '_orders.local', 'localhost:3000'])
      expect(problemOf({ upstreamUrl: `http://${host}` }), host).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'name: deployment.name-invalid'],
    [{ name: 'Payments 2.0' }, 'name: name.service-character'],
    [{ name: undefined }, 'name: deployment.name-invalid'],
    [{ contextPath: 'pay ments' }, 'contextPath: name.context-path-character'],
    [{ name: ' _ - ' }, 'name: deployment.name-invalid'],
    [{ contextPath: '_-' }, 'contextPath: deployment.context-path-invalid'],
    [{ contextPath: '' }, 'contextPath: deployment.context-path-invalid'],
    [{ upstreamUrl: 'payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'http://' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'http://a..b' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'ftp://payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'http://user@payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ env: '' }, 'env: deployment.environment-required'],
    [{ auth: null }, 'auth: deployment.authentication-required'],
    [{ kongServer: undefined }, 'kongServer: deployment.gateway-required'],
    [{ oAuth2Config: { tokenExpiration: 0 } }, 'oAuth2Config.tokenExpiration: deployment.token-expiration-invalid'],
    [{ rateLimit: { enabled: true, ratePerMinute: 'many' } }, 'rateLimit.ratePerMinute: deployment.rate-invalid'],
    [{ ipRestriction: { enabled: true, ips: ' ,; ' } }, 'ipRestriction.ips: deployment.addresses-required'],
    [{ ipRestriction: { enabled: true } }, 'ipRestriction.ips: deployment.addresses-required'],
    [{ ipRestriction: { enabled: true, ips: '10.0.0.0/99' } }, 'ipRestriction.ips: deployment.address-invalid'],
    [{ ipRestriction: { enabled: true, ips: 'host.example' } }, 'ipRestriction.ips: deployment.address-invalid'],
    [{ botDetection: { enabled: 'yes' } }, 'botDetection.enabled: field.required'],
    [{ keyInQuery: 'yes' }, 'keyInQuery: field.required'],
    [{ requestTransformer: { addHeaders: ['X-A'] } }, 'requestTransformer.addHeaders.0: transformer.add-invalid'],
    [
      { responseTransformer: { enabled: true, addJson: ['a'] } },
      'responseTransformer.addJson.0: transformer.add-invalid',
    ],
    [{ enablePathLockdown: 1 }, 'enablePathLockdown: field.required'],
    [{ admin: true }, 'admin: field.unknown'],
  ])('refuses %j', (change, problem) => {
    expect(problemOf(change)).toEqual([problem]);
  });

  it('splits addresses on whitespace, commas or semicolons, and asks for none when the restriction is off', () => {
    const ips = '10.0.0.1, 10.1.0.0/16;2001:db8::/32\n10.0.0.1\t::1';
    expect(deployBody.parse({ ...valid, ipRestriction: { enabled: true, ips } }).ipRestriction.ips).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
      '2001:db8::/32',
      '::1',
    ]);
    expect(problemOf({ ipRestriction: { enabled: false, ips: '' } })).toEqual([]);
  });

  it('does not touch the response transformer if none is sent', () => {
    expect(deployBody.parse(valid)).toMatchObject({
      ipRestriction: { enabled: false, ips: [] },
      botDetection: { enabled: false },
      keyInQuery: false,
      requestTransformer: { addHeaders: [], removeBody: [] },
      enablePathLockdown: false,
    });
    expect(deployBody.parse(valid)).not.toHaveProperty('responseTransformer');
  });

  it('proposes names that its own fields take', () => {
    expect(defaultContextPath({ id: 7, name: '  Café Payments 2.0 API ' })).toBe('caf-payments-20-api');
    expect(defaultServiceName({ id: 7, name: 'Payments (v2) API' })).toBe('Payments v2 API');
  });

  it.each([
    ['Orders v1', 'Orders v1', 'orders-v1'],
    ['Orders v2', 'Orders v2', 'orders-v2'],
    ['支付', 'API 7', 'api-7'],
    ['תשלומים 2', 'API 7', 'api-7'],
    ['2.0', 'API 7', 'api-7'],
    ['---', 'API 7', 'api-7'],
  ])('proposes names of its own for the API %s', (apiName, name, contextPath) => {
    const api = { id: 7, name: apiName };
    const proposed = { name: defaultServiceName(api), contextPath: defaultContextPath(api) };
    expect(proposed).toEqual({ name, contextPath });
    expect(problemOf(proposed)).toEqual([]);
  });

  it('proposes names that the form takes, however long the API’s is', () => {
    const long = 'A very long name '.repeat(12);
    const api = { id: 7, name: long };
    const proposed = { name: defaultServiceName(api), contextPath: defaultContextPath(api) };
    expect(deployBody.safeParse({ ...valid, ...proposed }).success).toBe(true);
    expect(proposed.contextPath).toMatch(/^a-very-long-name-.*[a-z]$/);
  });
});
