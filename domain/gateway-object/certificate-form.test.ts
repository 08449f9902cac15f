import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { certificateForm, certificateLimit, sniOf, snisOf } from './certificate-form.ts';

describe('a host name of a certificate', () => {
  it.each([
    ['Shop.Example', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.Shop.example', '*.shop.example'],
    ['shop.*', 'shop.*'],
    ['*', '*'],
    ['localhost', 'localhost'],
    ['my_host.example', 'my_host.example'],
  ])('%s is %s, as TLS sends it', (typed, name) => expect(sniOf(typed)).toBe(name));

  it.each([
    'shop.*.example',
    '*.example',
    '*.*',
    '*shop.example',
    '10.0.0.1',
    '*.0.0.1',
    '[::1]',
    'shop.example:8443',
    'https://shop.example',
    'shop.example/x',
    'me@shop.example',
    '-shop.example',
    'shop..example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('%s is refused', (typed) => expect(sniOf(typed)).toBeUndefined());

  it('comes once, in the order of the gateway', () => {
    expect(snisOf(' b.example, A.example\na.example.\tb.example ')).toEqual(['a.example', 'b.example']);
  });
});

describe('the form of a certificate', () => {
  const problems = (form: object) => {
    const { error } = certificateForm.safeParse(form);
    return error ? problemsOf(error).map(({ field, code }) => [field, code]) : [];
  };

  it('wants certificate and key of a new one, and nothing of one that is there', () => {
    expect(problems({})).toEqual([
      ['cert', 'gateway-object.certificate-required'],
      ['key', 'gateway-object.key-required'],
    ]);
    expect(problems({ id: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', snis: 'a.example' })).toEqual([]);
  });

  it('refuses what is too large, and names that nothing matches', () => {
    const id = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    expect(problems({ id, cert: 'x'.repeat(certificateLimit + 1) })).toEqual([
      ['cert', 'gateway-object.certificate-too-large'],
    ]);
    expect(problems({ id, key: 'x'.repeat(5_000_000) })).toEqual([['key', 'gateway-object.key-too-large']]);
    expect(problems({ id, snis: 'a.*.example' })).toEqual([['snis', 'gateway-object.sni-invalid']]);
    const many = Array.from({ length: 101 }, (_none, index) => `a${index}.example`).join(' ');
    expect(problems({ id, snis: many })).toEqual([['snis', 'gateway-object.snis-too-many']]);
  });
});
