import { queryOptions } from '@tanstack/react-query';
import { getLogVerification } from '#domain/log-verification/calls.ts';
import { get } from '../../api/client.ts';

export const logVerificationOptions = queryOptions({
  queryKey: ['log-verification'],
  queryFn: ({ signal }) => get(getLogVerification, {}, signal),
  staleTime: 0,
});
