import { afterEach, expect, it, vi } from 'vitest';
import { apiDockAddress, rememberApiDock } from './use-dock.ts';

afterEach(() => vi.unstubAllGlobals());

it('returns to the address where the details of the same API were opened', () => {
  expect(apiDockAddress(7)).toBe('/wall?dock=api:7');
  expect(apiDockAddress(7, '/wall/all')).toBe('/wall/all?dock=api:7');
  vi.stubGlobal('location', { pathname: '/wall/all', search: '?name=pay&page=2&dock=api:7' });
  rememberApiDock(7);
  expect(apiDockAddress(7)).toBe('/wall/all?name=pay&page=2&dock=api:7');
  expect(apiDockAddress(8)).toBe('/wall?dock=api:8');
});
