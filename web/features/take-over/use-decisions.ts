import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DecisionPage,
  type DecisionQuery,
  type DecisionRow,
  decidedAtOnce,
  decisionPageSize,
  decisionQuery,
  type ServicesDecided,
} from '#domain/take-over/decisions.ts';
import { notice } from '../../api/notice.ts';
import { asProblem } from '../../api/problem-error.ts';
import { useCommand } from '../../api/use-command.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { decisionsOptions, reopenCommand, stopCommand, takeManyCommand } from './queries.ts';

/** What needs no dialog: reads all that was found, opens services again, stops, and tries again. */
export const useDecisions = (page: DecisionPage | undefined) => {
  const t = useLazyTexts('take-overs');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [refused, setRefused] = useState<ServicesDecided['refused']>([]);
  const [isReading, setReading] = useState(false);
  const takeMany = useCommand(takeManyCommand);
  const reopenMany = useCommand(reopenCommand);
  const stopAll = useCommand(stopCommand);
  const gatewayId = page?.gatewayId ?? undefined;

  /** Reads the rows of all pages, as many as one call decides about; undefined after a failure that was shown. */
  const readAll = async (query: DecisionQuery, total: number): Promise<readonly DecisionRow[] | undefined> => {
    setReading(true);
    try {
      const pages = Math.ceil(Math.min(total, decidedAtOnce) / decisionPageSize);
      const found = await Promise.all(
        Array.from({ length: pages }, (_none, number) =>
          client.fetchQuery({ ...decisionsOptions({ ...query, page: number }), staleTime: 0 }),
        ),
      );
      return found.flatMap(({ data }) => data).slice(0, decidedAtOnce);
    } catch (error) {
      notice.error(errorText(asProblem(error)));
      return undefined;
    } finally {
      setReading(false);
    }
  };

  const told = (
    done: ServicesDecided | undefined,
    key: 'take-overs.asked' | 'take-overs.reopened' | 'take-overs.stopped',
  ) => {
    if (!done) return;
    setRefused(done.refused);
    if (done.decided.length > 0) notice.success(t(key, { count: done.decided.length }));
  };

  return {
    refused,
    setRefused,
    isBusy: isReading || [takeMany, reopenMany, stopAll].some(({ state }) => state === 'sending'),
    readAll,
    reopen: async (services: readonly DecisionRow[]) => {
      if (gatewayId === undefined) return;
      const serviceIds = services.map(({ id }) => id);
      told(await reopenMany.run({ body: { gatewayId, serviceIds } }), 'take-overs.reopened');
    },
    stop: async () => {
      if (gatewayId !== undefined) told(await stopAll.run({ body: { gatewayId } }), 'take-overs.stopped');
    },
    /** Asks again for what failed, with the choices of its last try. */
    retry: async () => {
      if (gatewayId === undefined) return;
      const query = decisionQuery.parse({ gatewayId: String(gatewayId), state: 'failed' });
      const failed = await readAll(query, page?.counts.failed ?? 0);
      const services = (failed ?? []).flatMap(({ id, verdict, api, environment, organization }) =>
        verdict && api && environment && organization
          ? [{ id, seen: verdict.seen, apiId: api.id, environment, organizationId: organization.id }]
          : [],
      );
      if (services.length > 0) told(await takeMany.run({ body: { gatewayId, services } }), 'take-overs.asked');
    },
  };
};
