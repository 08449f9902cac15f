import { describe, expect, it } from 'vitest';
import { createTargetPolicy, defaultTargets, type Lookup, type TargetSettings } from './target-policy.ts';

/** The names of a DNS. `silent` never responds; any other name does not exist. */
const names: Readonly<Record<string, readonly string[]>> = {
  'orders.example': ['10.1.2.3', '2001:db8::7'],
  'public.example': ['203.0.113.7'],
  'inside.example': ['127.0.0.1'],
  'both.example': ['203.0.113.7', '169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'kong-admin.internal': ['10.0.0.9'],
  'alias-of-admin.example': ['10.0.0.9'],
  'empty.example': [],
};
const resolve: Lookup = async (name) => {
  const addresses = names[name];
  if (addresses) return addresses;
  throw Object.assign(new Error('no'), { code: name === 'silent.example' ? 'EAI_AGAIN' : 'ENOTFOUND' });
};

const outcome = (target: string, settings: Partial<TargetSettings> = {}, admin: readonly string[] = []) =>
  createTargetPolicy({ ...defaultTargets, ...settings }, resolve)(target, admin);

const refused = 'deployment.upstream-refused';
const unresolved = 'deployment.upstream-unresolved';

describe('targets that a deployment may have (D5)', () => {
  it.each([
    'http://127.0.0.1:8001',
    'http://127.1.2.3',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://0.0.0.0:8001',
    'http://100.64.0.1/',
    'http://100.127.255.254/',
    'http://255.255.255.255/',
    'http://239.1.1.1/',
    'http://[::1]:8001',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:7f00:1::1]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://localhost:8001',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://a.localhost/',
    'http://localhost.localdomain/',
    'http://inside.example/',
    'http://both.example/',
    'http://mapped.example/',
  ])('refuses this machine and addresses without a service: %s', async (target) => {
    expect(await outcome(target)).toBe(refused);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://169.254.170.2/v2/credentials',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://[fd00:42::42]/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
    'http://instance-data.ec2.internal/',
  ])("clouds' metadata: refuses %s", async (target) => {
    expect(await outcome(target)).toBe(refused);
  });

  it.each([
    'http://10.1.2.3:8080/v1',
    'https://192.168.7.7',
    'http://172.16.0.1',
    'http://[fd12:3456::1]/',
    'http://[64:ff9b::203.0.113.7]/',
    'http://168.63.129.17/',
    'http://100.63.255.255/',
    'http://100.128.0.0/',
    'https://orders.example/',
    'https://ORDERS.example./v1',
  ])('allows %s', async (target) => {
    expect(await outcome(target)).toBeUndefined();
  });

  it('refuses a name that does not resolve, and says when the DNS does not respond', async () => {
    expect(await outcome('http://no-such-host.example/')).toBe(unresolved);
    expect(await outcome('http://empty.example/')).toBe(unresolved);
    expect(await outcome('http://silent.example/')).toBe('deployment.upstream-dns-silent');
    expect(await outcome('http://orders.example:99999/')).toBe('deployment.upstream-invalid');
  });

  it('resolves names as this machine does by default', async () => {
    expect(await createTargetPolicy(defaultTargets)('https://no-such-host.invalid/', [])).not.toBeUndefined();
    expect(await createTargetPolicy(defaultTargets)('http://10.1.2.3/', [])).toBeUndefined();
  });
});

describe('settings of an installation', () => {
  it('allow the listed host and port, also a name that only the gateway resolves', async () => {
    const allow = { UPSTREAM_ALLOW: ['127.0.0.1:9100', 'orders.svc.cluster.local:80', '[::1]:9100'] };
    expect(await outcome('http://127.0.0.1:9100/orders', allow)).toBeUndefined();
    expect(await outcome('http://[::1]:9100/orders', allow)).toBeUndefined();
    expect(await outcome('http://127.0.0.1:9101/orders', allow)).toBe(refused);
    expect(await outcome('http://orders.svc.cluster.local/', allow)).toBeUndefined();
    expect(await outcome('https://orders.svc.cluster.local/', allow)).toBe(unresolved);
  });

  it('allow all names of a zone', async () => {
    const allow = { UPSTREAM_ALLOW: ['*.svc.cluster.local:8080'] };
    expect(await outcome('http://orders.shop.svc.cluster.local:8080/', allow)).toBeUndefined();
    for (const other of [
      'http://svc.cluster.local:8080/',
      'http://evilsvc.cluster.local:8080/',
      'http://a.svc.cluster.local/',
    ])
      expect(await outcome(other, allow), other).toBe(unresolved);
  });

  it('allow refused networks, and refuse others', async () => {
    expect(await outcome('http://100.64.0.1/', { UPSTREAM_ALLOW_NETWORKS: ['100.64.0.0/16'] })).toBeUndefined();
    expect(await outcome('http://100.65.0.1/', { UPSTREAM_ALLOW_NETWORKS: ['100.64.0.0/16'] })).toBe(refused);
    const only = { UPSTREAM_REFUSE_NETWORKS: ['0.0.0.0/0', '::/0'], UPSTREAM_ALLOW_NETWORKS: ['10.1.0.0/16'] };
    expect(await outcome('http://10.1.2.3/', only)).toBeUndefined();
    expect(await outcome('http://10.2.2.3/', only)).toBe(refused);
    expect(await outcome('http://public.example/', only)).toBe(refused);
    // One of its two addresses is not allowed.
    expect(await outcome('http://orders.example/', only)).toBe(refused);
  });

  it('refuse more names, with their subdomains', async () => {
    const refuse = { UPSTREAM_REFUSE_NAMES: ['example'] };
    expect(await outcome('http://orders.example/', refuse)).toBe(refused);
    expect(await outcome('http://10.1.2.3/', refuse)).toBeUndefined();
  });

  it('stop the start when they are not networks', () => {
    expect(() => createTargetPolicy({ ...defaultTargets, UPSTREAM_REFUSE_NETWORKS: ['10.0.0.0/99'] })).toThrow(
      '10.0.0.0/99 is neither an address nor a network',
    );
  });
});

describe("the gateway's own admin interface", () => {
  const admin = ['http://kong-admin.internal:8001', 'https://10.0.0.10'];

  it.each([
    'http://kong-admin.internal:8001/',
    'http://KONG-ADMIN.internal.:8001/services',
    'http://10.0.0.9:8001/',
    'http://[::ffff:10.0.0.9]:8001/',
    'http://[64:ff9b::10.0.0.9]:8001/',
    'http://alias-of-admin.example:8001/',
    'https://10.0.0.10/',
  ])('refuses %s, whatever is allowed', async (target) => {
    expect(await outcome(target, {}, admin)).toBe(refused);
    const allow = { UPSTREAM_ALLOW_NETWORKS: ['0.0.0.0/0', '::/0'], UPSTREAM_ALLOW: ['kong-admin.internal:8001'] };
    expect(await outcome(target, allow, admin)).toBe(refused);
  });

  it('is one port of its machine, not all ports', async () => {
    expect(await outcome('http://10.0.0.9:8080/', {}, admin)).toBeUndefined();
    expect(await outcome('http://10.0.0.10/', {}, admin)).toBeUndefined();
  });

  it('is refused by name if only the gateway resolves the name', async () => {
    const allow = { UPSTREAM_ALLOW: ['admin.kong.svc:8001'] };
    expect(await outcome('http://admin.kong.svc:8001/', allow, ['http://admin.kong.svc:8001'])).toBe(refused);
  });
});
