import { expect, it } from 'vitest';
import { readGatewayArguments } from './gateway-arguments.ts';

const add = (...more: string[]) =>
  readGatewayArguments([
    ...['add', '--name', 'main', '--admin-url', 'http://kong:8001', '--proxy-url', 'http://kong:8000', '--public'],
    ...more,
  ]);

it('takes the number of nodes, and leaves it open if nobody says it', () => {
  expect(add('--nodes', '3')).toMatchObject({ verb: 'add', settings: { nodes: 3 } });
  expect(add()).toMatchObject({ settings: { nodes: undefined } });
});

it.each(['0', '-1', '1.5', 'two', '1000', ''])('refuses %j as a number of nodes', (text) => {
  expect(() => add(`--nodes=${text}`)).toThrow('--nodes is a number from 1 to 999.');
});
