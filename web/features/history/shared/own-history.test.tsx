// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../../test/show.tsx';
import { OwnHistory } from './own-history.tsx';

componentTests();

const entry = (id: string, user: Readonly<{ id: number; name: string }> | null) => ({
  id,
  kind: 'changed' as const,
  happenedAt: '2026-11-02T09:30:00Z',
  user,
  changes: [],
  about: '',
  undoes: null,
  undoneBy: null,
  never: 'begins' as const,
});
const entries = [
  entry('1', { id: 3, name: 'Dana Vogel' }),
  entry('2', { id: 8, name: 'Dana Vogel' }),
  entry('3', { id: 5, name: 'Ada Ross' }),
  entry('4', null),
];

const Example = () => {
  const history = useQuery({ queryKey: ['example'], queryFn: async () => entries });
  return <OwnHistory history={history} sentenceOf={() => ''} labelOf={String} />;
};

it('tells people of one name apart', async () => {
  show(<Example />);
  const items = await screen.findAllByRole('listitem');
  const people = items.map((item) => item.querySelector('time')?.closest('p')?.children[1]?.textContent);
  expect(people).toEqual(['Dana Vogel #3', 'Dana Vogel #8', 'Ada Ross', 'Portico']);
});
