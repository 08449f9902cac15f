// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { Timeline } from './timeline.tsx';

componentTests('operations', 'desk');

const operation = { id: 'op-1', updatedAt: '2026-11-30T08:00:00.000Z' } as OperationRow;
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

const serve = (traceId: string | null) =>
  vi.stubGlobal('fetch', async () => Response.json({ moments: [], leftOut: 0, cause: null, traceId }));

it('shows the id of the trace with a button that copies it', async () => {
  serve(trace);
  show(<Timeline operation={operation} />);
  expect(await screen.findByText(trace)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the trace ID' })).toBeTruthy();
});

it('shows nothing of a trace for an operation of before there were traces', async () => {
  serve(null);
  show(<Timeline operation={operation} />);
  await screen.findByRole('list');
  expect(screen.queryByText('Trace ID')).toBeNull();
});
