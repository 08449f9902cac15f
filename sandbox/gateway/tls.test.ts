import { createSecureContext, type SecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { createStore } from './entity/store.ts';
import { certificateOf, selfSigned } from './tls.ts';

test('a certificate is chosen by server name as Kong does: the name, its wildcards, and the one for all others', async () => {
  const store = createStore();
  const pair = await selfSigned('a.example');
  const own = createSecureContext(pair);
  const chosen = certificateOf(store, own);
  const put = (id: string) => store.put('certificates', { id, ...pair, updated_at: 1 });
  const hold = (name: string) => {
    put(name);
    store.put('snis', { id: `sni ${name}`, name, certificate: { id: name } });
  };
  for (const name of ['shop.example', '*.shop.example', 'shop.*', '*.test']) hold(name);
  const contexts = new Map<SecureContext, string>([[own, 'own']]);
  for (const [asked, name] of [
    ['shop.example', 'shop.example'],
    ['eu.shop.example', '*.shop.example'],
    ['shop.test', 'shop.*'],
  ] as const)
    contexts.set(chosen(asked), name);
  expect(contexts.size).toBe(4);
  // No wildcard stands for a name of two labels.
  const of = (name: string) => contexts.get(chosen(name));
  expect(['b.test', 'a.eu.shop.example', 'localhost'].map(of)).toEqual(['own', 'own', 'own']);
  expect(of('shop.example')).toBe('shop.example');

  // What is replaced in the same second is another certificate.
  put('shop.example');
  expect(of('shop.example')).toBeUndefined();

  hold('*');
  expect(of('b.test')).toBeUndefined();
  expect(chosen('b.test')).toBe(chosen('localhost'));
});
