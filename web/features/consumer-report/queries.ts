import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listConsumerReport } from '#domain/consumer-report/calls.ts';
import type { ConsumerReportQuery } from '#domain/consumer-report/schema.ts';
import type { Address } from '#domain/core/call.ts';
import { get } from '../../api/client.ts';
import { wholeDays } from '../../components/table/report-period.ts';

/** The filters of the report, without page and order. */
export type ConsumerFilter = Pick<ConsumerReportQuery, 'orgId' | 'apiId' | 'startDate' | 'endDate'>;

export const noFilter: ConsumerFilter = { orgId: [], apiId: [], startDate: undefined, endDate: undefined };

export const filterOf = ({ orgId, apiId, startDate, endDate }: ConsumerReportQuery): ConsumerFilter => ({
  orgId,
  apiId,
  startDate,
  endDate,
});

/** Returns the parameters of the call. */
export const consumerReportParameters = ({
  orgId,
  apiId,
  startDate,
  endDate,
  ...others
}: ConsumerReportQuery): NonNullable<Address<typeof listConsumerReport>['query']> => ({
  ...others,
  orgId: orgId.join(','),
  apiId: apiId.join(','),
  ...wholeDays({ startDate, endDate }),
});

export const consumerReportKey = ['consumer-report'] as const;

/** Reads a page of the report. It is never fresh, so that Apply always reads again. */
export const consumerReportOptions = (params: ConsumerReportQuery) =>
  queryOptions({
    queryKey: [...consumerReportKey, params],
    queryFn: ({ signal }) => get(listConsumerReport, { query: consumerReportParameters(params) }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
