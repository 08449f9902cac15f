import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { answerDifference, answerDifferences } from '#domain/difference/calls.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import type { AnswerForm } from '#domain/difference/schema.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import { followerRefused, followsAt } from '../deployment/moves.ts';
import { type ResponseBody, runCommand } from '../http/command.ts';
import { decideEach } from '../http/decide-each.ts';
import { authorize, type Received, route } from '../http/route.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { givenOf } from '../sql/statement.ts';
import { type DifferenceFilters, differences } from './rows.ts';

/** Returns a difference. @throws RefusedError when there is none that this person may read, or what it is about is gone. */
export const findDifference = async (db: Kysely<ReadTables>, actor: Actor, id: string) => {
  const found = await differences(db, givenOf({} as DifferenceFilters))
    .where('found.id', '=', id)
    .select(followsAt(sql.ref('found.deployment_id')).as('follows_at'))
    .executeTakeFirst();
  if (!found) throw new RefusedError(notFound());
  authorize(actor, found.noun === 'deployment' ? 'difference.read' : 'kafka-difference.read');
  return found;
};

/** Ids of differences at gateways begin with the deployment's number. */
const isAtKafka = (id: string): boolean => !/^\d/.test(id);

/** @property given the command's id, for one of many. They are answered as they stand: nobody has seen what else would go. */
type One = Readonly<{ id: string; form: AnswerForm; content: unknown; given?: string }>;

const answerOne = async (
  request: Pick<Received, 'services' | 'actor' | 'c' | 'caller' | 'action'>,
  { id: asked, form: { answer, reason, seen: digest, below }, content, given }: One,
): Promise<ResponseBody> => {
  const { services, actor } = request;
  const operationId = randomId();
  const prepare = async (action: 'difference.answer' | 'kafka-difference.answer') => {
    const found = await findDifference(services.db, actor, asked);
    const { id, noun, form, resource_id: resourceId, environment, follows_at: leaderAt } = found;
    authorize(actor, action);
    if (answer === 'adopt' && leaderAt !== null) throw followerRefused(leaderAt);
    // It makes what one person has written at the gateway the wanted form.
    if (answer === 'adopt' && environment !== null && (await changesByTwo(services, environment)))
      throw new RefusedError(refuse('conflict', { code: 'difference.two-people' }));
    if (noun === 'deployment' && answer !== 'ignore') await refuseReadOnly(services.db, resourceId);
    const isRemoval = noun === 'deployment' && form === 'foreign' && answer === 'reapply';
    if (isRemoval && given !== undefined)
      throw new RefusedError(refuse('conflict', { code: 'difference.removed-alone' }));
    const data = { operationId, answer, reason, digest, ...(isRemoval && below !== undefined && { below }) };
    const command = { type: 'AnswerDifference', data } as const;
    return { id, command, response: { entityId: id, operationId } };
  };
  if (isAtKafka(asked))
    return await runCommand(
      request,
      content,
      async () => ({ decider: kafkaDifferenceDecider, ...(await prepare('kafka-difference.answer')) }),
      given,
    );
  return await runCommand(
    request,
    content,
    async () => ({ decider: differenceDecider, ...(await prepare('difference.answer')) }),
    given,
  );
};

export const answerRoutes = [
  route(answerDifference, {
    action: 'drift.answer',
    summary:
      'Re-apply what was applied or remove what nobody applied, adopt what is there, or ignore it until it changes again',
    handle: async (request) => {
      const { actor, parameters, body } = request;
      authorize(actor, 'drift.answer');
      return await answerOne(request, { id: parameters.id, form: body, content: { ...parameters, ...body } });
    },
  }),
  route(answerDifferences, {
    action: 'drift.answer',
    summary:
      'Answer many differences alike with one reason, each as it was seen; one that is refused does not stop the others',
    handle: async (request) => {
      const { actor, body } = request;
      authorize(actor, 'drift.answer');
      const { differences: asked, ...form } = body;
      return await decideEach(request, 'difference', asked, ({ id, seen }, given) =>
        answerOne(request, { id, form: { ...form, seen }, content: { id, seen, ...form }, given }),
      );
    },
  }),
];
