import { expect, it } from 'vitest';
import { gatewayNamed, kafkaNamed, readResource } from './operation-kind.ts';

it('reads the names of resources, and refuses a kind that it does not know', () => {
  expect(readResource(gatewayNamed(12))).toEqual({ kind: 'gateway', id: 12 });
  expect(readResource(kafkaNamed(3))).toEqual({ kind: 'kafka', id: 3 });
  for (const name of ['lake-1', 'gateway', 'gateway-x', '']) expect(() => readResource(name)).toThrow('no resource');
});
