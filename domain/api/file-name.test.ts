import { expect, it } from 'vitest';
import { apiFileName } from './file-name.ts';

it.each([
  [{ name: 'Orders API', version: '1.2.0' }, 'Orders API 1.2.0.yaml'],
  [{ name: 'Orders API', version: '' }, 'Orders API.yaml'],
  [{ name: '支付 café', version: 'v2' }, '支付 café v2.yaml'],
  [{ name: '../../etc/passwd', version: '1/2' }, 'etc passwd 1 2.yaml'],
  [{ name: 'a\u202Elmth.\u0000b\r\n"c"', version: '...' }, 'a lmth. b c.yaml'],
  [{ name: '???', version: '' }, 'api.yaml'],
  [{ name: 'x'.repeat(200), version: '🙂'.repeat(200) }, `${'x'.repeat(50)} ${'🙂'.repeat(50)}.yaml`],
])('%j is %s', (api, name) => {
  expect(apiFileName(api, 'yaml')).toBe(name);
});
