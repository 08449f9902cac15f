import { invalidField } from '../input/invalid.ts';

/**
 * The address of a call below a deployment's own, and of nothing else: the gateway's host, under the deployment's path,
 * however the rest is written (requirement D5).
 *
 * @param url the deployment's address at its gateway, as the portal knows it.
 * @param path what the caller adds, with the query.
 * @throws RefusedError at `path`.
 */
export const targetBelow = (url: string, path: string): URL => {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const refuse = (): never => {
    throw invalidField('path', 'trial.path-outside');
  };
  // A backslash is a slash to some, and an encoded one, or an encoded dot, to others behind this parser.
  if (/\\|%5c|%2f/i.test(path.split('?')[0] ?? '') || path.includes('#')) refuse();
  const target = URL.parse(`${base.origin}${prefix}${path}`) ?? refuse();
  const isBelow = target.pathname.startsWith(`${prefix}/`) && target.origin === base.origin;
  if (!isBelow || target.username !== '' || target.password !== '') refuse();
  return target;
};
