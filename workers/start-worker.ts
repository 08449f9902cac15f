import { runOwnerJoins } from './application/join-owners.ts';
import { runApprovals } from './approval/run-approvals.ts';
import { chores } from './chores.ts';
import { runWithdrawals } from './consumer/withdraw-keys.ts';
import { runFollowers } from './deployment/run-followers.ts';
import { runDispatcher } from './engine/dispatcher.ts';
import type { WorkerMetrics } from './engine/metrics.ts';
import { openQueue, startQueueWorker } from './engine/queue.ts';
import { queueSchemaReady } from './engine/queue-schema.ts';
import { runChores, type SweepOptions, sweepOf } from './engine/sweep.ts';
import { watchResources } from './engine/watch-resources.ts';
import { createJobWorker } from './engine/worker.ts';
import { runSubscriptionWithdrawals } from './event-subscription/withdraw-subscriptions.ts';

import { mirrorChores } from './gateway-object/chores.ts';
import { kafkaChores } from './kafka-difference/chores.ts';
import { runMailRequests } from './mail/request-mails.ts';
import { openServices, type ServiceOptions } from './open-services.ts';
import { reconciliationChores } from './reconciliation/chores.ts';
import { runConfirmations } from './registration/send-confirmations.ts';
import { addTrailMetrics } from './trail/metrics.ts';
import { runTrail } from './trail/send-trail.ts';
import type { TrailSink } from './trail/sink.ts';

/**
 * @property trail    places outside that get the trail. Default: none.
 * @property redisUrl stores jobs on Redis. Default: in Postgres.
 * @property lock     milliseconds after which another worker takes over the jobs of a dead one; see `startQueueWorker`.
 */
export type WorkerOptions = ServiceOptions &
  Readonly<{
    trail?: readonly TrailSink[];
    redisUrl?: string | undefined;
    concurrency?: number;
    lock?: number;
    sweep?: SweepOptions;
  }>;

/** A running worker. `stop` takes no more jobs, lets running jobs end (25 s at most) and closes everything. */
export type Worker = Readonly<{ metrics: WorkerMetrics; stop: () => Promise<void> }>;

/**
 * Starts the trail, dispatcher, withdrawals, followers of deployments, owners' joins, mail requests, confirmations, queue worker, chores, looks at
 * gateways, their mirrors, looks at Kafka and the watch over resources in this process, after the queue's schema is ready.
 */
export const startWorker = async ({
  trail = [],
  redisUrl,
  lock,
  sweep,
  ...options
}: WorkerOptions): Promise<Worker> => {
  const { databaseUrl, log, concurrency = 8 } = options;
  const ending = new AbortController();
  const { signal } = ending;
  if (!redisUrl) await queueSchemaReady(databaseUrl, { log, signal });

  const { services, verifier, place, close } = await openServices(options);
  const redis = redisUrl === undefined ? undefined : { url: redisUrl, prefix: services.names.installation };
  const connection = { databaseUrl, redis, log };
  const queue = openQueue(connection);
  const dispatcher = runDispatcher(services, queue, signal);
  const sweeping = runChores(services, [sweepOf(queue), ...chores], signal, sweep);
  // A gateway that is slow must not delay the other chores.
  const looking = runChores(services, reconciliationChores, signal, sweep);
  const mirroring = runChores(services, mirrorChores, signal, sweep);
  // Brokers that are slow delay neither gateways nor the other chores.
  const lookingAtKafka = runChores(services, kafkaChores, signal, sweep);
  const withdrawing = Promise.all([runWithdrawals(services, signal), runSubscriptionWithdrawals(services, signal)]);
  const following = Promise.all([runFollowers(services, signal), runApprovals(services, signal)]);
  const joining = runOwnerJoins(services, signal);
  const mailing = runMailRequests(services, signal);
  const confirming = runConfirmations(services, signal);
  const places = trail.map(({ name }) => name);
  if (places.length > 0) addTrailMetrics(services, places, place);
  const sending = runTrail(services, { sinks: trail, verifier, place }, signal);
  const watching = watchResources(services, queue, signal);
  const worker = startQueueWorker(connection, {
    concurrency,
    ...(lock === undefined ? {} : { lock }),
    work: createJobWorker(services),
  });

  return {
    metrics: services.metrics,
    stop: async () => {
      ending.abort();
      await Promise.all([
        worker.stop(),
        dispatcher,
        sweeping,
        looking,
        mirroring,
        lookingAtKafka,
        withdrawing,
        following,
        joining,
        mailing,
        confirming,
        sending,
        watching,
      ]);
      await queue.close();
      await close();
    },
  };
};
