import { streamOf } from '#domain/core/id.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { untoldReviewers } from './administrators.ts';
import { tellByMail } from './tell-by-mail.ts';

/**
 * Tells each reviewer once for whom new requests wait, and not again until the pause is over. The mail's operation
 * comes from the oldest of the requests, so a chore that was killed, or another worker's, requests nothing twice.
 *
 * @returns how many reviewers there were.
 */
const tellReviewers = async (services: WorkerServices): Promise<number> => {
  const { mail, pool, store } = services;
  if (!mail) return 0;
  const reviewers = await untoldReviewers(pool, mail.reviewPause);
  for (const { userId, requests } of reviewers) {
    const [cause] = await store.read(streamOf('registration', requests[0] ?? 0));
    if (!cause) continue;
    await tellByMail(services, { kind: 'request-received', recipient: { noun: 'user', id: userId } }, cause);
    await pool.query(
      `insert into told_reviewers (user_id, registration_id) select $1, unnest($2::integer[]) on conflict do nothing`,
      [userId, requests],
    );
  }
  // Requests of the last day are told about, so older marks say nothing any more.
  await pool.query(`delete from told_reviewers where told_at < now() - interval '2 days'`);
  return reviewers.length;
};

export const reviewerChores: readonly Chore[] = [{ name: 'telling reviewers', run: tellReviewers }];
