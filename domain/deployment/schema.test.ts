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
  it('takes what the specification allows', () => {
    expect(problemOf({})).toEqual([]);
    expect(
      problemOf({ name: 'Pay_ments and-more', contextPath: 'Pay_ments-x', upstreamUrl: 'http://10.0.0.1' }),
    ).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'name: deployment.name-invalid'],
    [{ name: 'Payments 2' }, 'name: deployment.name-invalid'],
    [{ name: undefined }, 'name: deployment.name-invalid'],
    [{ contextPath: 'pay ments' }, 'contextPath: deployment.context-path-invalid'],
    [{ contextPath: '' }, 'contextPath: deployment.context-path-invalid'],
    [{ upstreamUrl: 'payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'http://payments' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'ftp://payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ upstreamUrl: 'http://user@payments.example' }, 'upstreamUrl: deployment.upstream-invalid'],
    [{ env: '' }, 'env: deployment.environment-required'],
    [{ auth: null }, 'auth: deployment.authentication-required'],
    [{ kongServer: undefined }, 'kongServer: deployment.gateway-required'],
    [{ oAuth2Config: { tokenExpiration: 0 } }, 'oAuth2Config.tokenExpiration: deployment.token-expiration-invalid'],
    [{ rateLimit: { enabled: true, ratePerMinute: 'many' } }, 'rateLimit.ratePerMinute: deployment.rate-invalid'],
    [{ admin: true }, 'admin: field.unknown'],
  ])('refuses %j', (change, problem) => {
    expect(problemOf(change)).toEqual([problem]);
  });

  it('proposes names that its own fields take', () => {
    expect(defaultContextPath('  Café Payments 2.0 API ')).toBe('caf-payments-api');
    expect(defaultServiceName('Payments (v2) API')).toBe('Payments v API');
    expect(defaultContextPath('支付')).toBe('');
  });
});
