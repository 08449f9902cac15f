// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OperationRow } from '#domain/operation/schema.ts';
import { componentTests, show } from '../../test/show.tsx';
import { Timeline } from './timeline.tsx';

componentTests('operations', 'desk');

const operation = { id: 'op-1', updatedAt: '2026-11-30T08:00:00.000Z' } as OperationRow;
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

const serve = (traceId: string | null, more: object = {}) =>
  vi.stubGlobal('fetch', async () => Response.json({ moments: [], leftOut: 0, cause: null, traceId, ...more }));

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

it('shows who got it, and how long its cause is muted, where it happened', async () => {
  const moment = {
    ...{ by: 'Ada', attempt: 0, step: null, target: null, result: null, problems: [], failureClass: null },
    ...{ nextAttemptAt: null, changes: null, reason: null },
  };
  const at = (minute: number) => `2026-11-30T08:0${minute}:00.000Z`;
  const line = { by: 'Noor', person: null, note: null, until: null };
  serve(null, {
    moments: [
      { ...moment, type: 'requested', at: at(1) },
      { ...moment, type: 'started', attempt: 1, at: at(2) },
      { ...moment, type: 'failed', attempt: 1, at: at(3) },
    ],
    arranged: [
      {
        ...line,
        at: at(0),
        type: 'muted',
        ofCause: true,
        note: 'The wall is being moved',
        until: '2026-12-03T08:00:00.000Z',
      },
      { ...line, at: at(4), type: 'handed-over', ofCause: true, person: 'Liam', note: 'yours' },
      { ...line, at: at(5), type: 'right-lost', ofCause: false, by: null, person: 'Liam' },
    ],
  });
  show(<Timeline operation={operation} />);
  await screen.findByText('Requested by Ada');
  const [list] = screen.getAllByRole('list');
  const lines = [...(list?.children ?? [])].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^Cause muted until .*2026.* by Noor.*The wall is being moved$/),
    expect.stringMatching(/^Requested by Ada/),
    expect.stringMatching(/^Attempt 1/),
    expect.stringMatching(/^Handed over to Liam by Noor.*All with the same causeyours$/),
    expect.stringMatching(/^Liam may not have it any more/),
  ]);
  // The last attempt stays open, whatever was arranged since.
  expect(list?.querySelector('details')?.open).toBe(true);
});

it('shows the calls of an attempt behind a line that says how many there are', async () => {
  const moment = {
    ...{ by: null, attempt: 1, step: null, target: null, result: null, problems: [], failureClass: null },
    ...{ nextAttemptAt: null, changes: null, reason: null, at: '2026-11-30T08:00:00.000Z' },
  };
  const call = { at: moment.at, took: 12, times: 1, status: 200, failed: null, said: null };
  serve(null, {
    moments: [
      { ...moment, type: 'started' },
      { ...moment, type: 'failed' },
    ],
    calls: [
      {
        attempt: 1,
        leftOut: 7,
        calls: [
          { ...call, call: 'GET /services', times: 2 },
          {
            ...call,
            call: 'PUT /plugins/1',
            status: 400,
            said: 'schema violation: config.minute: expected an integer',
          },
          { ...call, call: 'GET /routes', status: null, failed: 'gateway.unreachable' },
        ],
      },
    ],
  });
  show(<Timeline operation={operation} />);
  const summary = await screen.findByText('Calls to the gateway or Kafka: 11');
  const details = summary.closest('details') as HTMLDetailsElement;
  expect(details.querySelector('li')).toBeNull();
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const lines = [...details.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^GET \/services2 times200/),
    expect.stringMatching(/^PUT \/plugins\/1400.*schema violation: config\.minute: expected an integer$/),
    expect.stringMatching(/^GET \/routesFailed.*gateway\.unreachable$/),
  ]);
  expect(screen.getByText('Calls in between that are left out: 7.')).toBeTruthy();
});
