import { describe, expect, it } from 'vitest';
import { reportQuery } from '#domain/gateway-request/report.ts';
import { requestFilterQuery } from '#domain/gateway-request/schema.ts';
import { isFiltered, isSameFilter, noFilter, requestFilterParameters } from './request-filter.ts';

describe('the filters of the access report', () => {
  it("sends lists with commas, and a day as the whole day in the user's time zone", () => {
    const sent = requestFilterParameters({
      ...noFilter,
      orgId: [3, 4],
      env: ['DEV', 'PROD'],
      startDate: '2026-11-20',
      endDate: '2026-11-21',
    });
    expect(sent).toMatchObject({ orgId: '3,4', apiId: '', env: 'DEV,PROD', responseStatusCode: '' });
    const start = new Date(String(sent.startDate));
    const end = new Date(String(sent.endDate));
    expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([2026, 10, 20, 0]);
    expect([end.getDate(), end.getHours(), end.getMilliseconds()]).toEqual([21, 23, 999]);
  });

  it('sends only parameters that the server accepts', () => {
    const sent = requestFilterParameters({ ...noFilter, responseStatusCode: [404], startDate: '2026-11-20' });
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    expect(requestFilterQuery.parse(given)).toMatchObject({ orgId: [], responseStatusCode: [404] });
  });

  it('sends nothing else that the address says, such as the time of the charts', () => {
    const sent = requestFilterParameters(reportQuery.parse({ range: '7d', key: 'till', consumerId: '3,4' }));
    expect(sent).toMatchObject({ key: 'till', consumerId: '3,4' });
    for (const name of Object.keys(sent)) expect(Object.keys(requestFilterQuery.shape)).toContain(name);
  });

  it('does not change a time in an address', () => {
    const moment = '2026-11-20T10:00:00Z';
    expect(requestFilterParameters({ ...noFilter, startDate: moment }).startDate).toBe(moment);
  });

  it('knows whether a filter is on, and whether two filters are the same', () => {
    expect(isFiltered(noFilter)).toBe(false);
    expect(isFiltered({ ...noFilter, apiId: [1] })).toBe(true);
    expect(isFiltered({ ...noFilter, endDate: '2026-11-21' })).toBe(true);
    expect(isSameFilter(noFilter, { ...noFilter, env: [] })).toBe(true);
    expect(isSameFilter(noFilter, { ...noFilter, env: ['UAT'] })).toBe(false);
  });
});
