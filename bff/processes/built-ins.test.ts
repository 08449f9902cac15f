import { afterEach, expect, it } from 'vitest';
import { watchBuiltIns } from './built-ins.ts';

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'polluted');
  Reflect.deleteProperty(Array.prototype, 'polluted');
});

it.each([
  ['objects', Object.prototype],
  ['lists', Array.prototype],
])('D6: detects additions to all %s', (_what, prototype) => {
  const isUntouched = watchBuiltIns();
  Object.assign({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(isUntouched()).toBe(true);
  Object.defineProperty(prototype, 'polluted', { value: true, configurable: true });
  expect(isUntouched()).toBe(false);
});
