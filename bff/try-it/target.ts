import { invalidField } from '../input/invalid.ts';

/**
 * Returns the address of a call below a deployment's address. The result always has the gateway's host and the
 * deployment's path, however the rest is written (requirement D5).
 *
 * @param url the deployment's address on its gateway.
 * @param path the path and query that the user adds.
 * @throws RefusedError at `path`.
 */
export const targetBelow = (url: string, path: string): URL => {
  const base = new URL(url);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const refuse = (): never => {
    throw invalidField('path', 'trial.path-outside');
  };
  // Some servers read a backslash, an encoded slash or an encoded dot as a slash or a dot.
  if (/\\|%5c|%2f/i.test(path.split('?')[0] ?? '') || path.includes('#')) refuse();
  const target = URL.parse(`${base.origin}${prefix}${path}`) ?? refuse();
  const isBelow = target.pathname.startsWith(`${prefix}/`) && target.origin === base.origin;
  if (!isBelow || target.username !== '' || target.password !== '') refuse();
  return target;
};
