import { RefusedError, refuse } from '#domain/core/problem.ts';
import { handOver, listDeskPeople, muteCauses, takeBack, unmuteCauses } from '#domain/desk-case/calls.ts';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import type { DeskCaseCommand } from '#domain/desk-case/desk-case.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { runCommand } from '../http/command.ts';
import { decideEach } from '../http/decide-each.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { enteringPerson } from '../user/shared/enter-person.ts';
import { caseOfCause } from './case-id.ts';
import { findPersonFor, type MayGet, peopleFor } from './people.ts';

type About = Readonly<{ operationIds?: readonly string[]; causes: readonly string[] }>;
type Request = Pick<Received<unknown, unknown, About>, 'c' | 'caller' | 'services' | 'action' | 'actor' | 'body'>;
type Case = Readonly<{ id: string; about: string; operationId?: string }>;

const casesOf = ({ operationIds = [], causes }: About): readonly Case[] => [
  ...operationIds.map((id) => ({ id, about: id, operationId: id })),
  ...causes.map((cause) => ({ id: caseOfCause(cause), about: cause })),
];

/**
 * Decides about each case by itself: one that is refused does not stop the others, and is named as it was asked for.
 *
 * @param to who gets it: whoever deletes the account at the same moment raises its guard.
 */
const decideCases = async (request: Request, command: (each: Case) => Promise<DeskCaseCommand>, to?: number) => {
  const cases = casesOf(request.body);
  if (cases.length === 0) throw new RefusedError(refuse('invalid', { code: 'field.required', field: 'operationIds' }));
  const enter = to === undefined ? undefined : enteringPerson(request.services, to);
  const aboutOf = (id: string) => cases.find((each) => each.id === id)?.about ?? id;
  const done = await decideEach(request, 'desk-case', cases, (each, commandId) =>
    runCommand(
      request,
      request.body,
      async () => ({
        decider: deskCaseDecider,
        id: each.id,
        guards: (await enter?.()) ?? [],
        command: await command(each),
        response: {},
      }),
      commandId,
    ),
  );
  return {
    ...done,
    decided: done.decided.map(aboutOf),
    refused: done.refused.map(({ id, ...problem }) => ({ ...problem, id: aboutOf(id) })),
  };
};

/** Who has what on the desk, and what is muted there. */
export const deskCaseRoutes = [
  route(listDeskPeople, {
    action: 'desk-case.hand-over',
    summary: 'Who may get an operation, or a cause, of the desk: the staff, and the owners of the application',
    handle: async ({ services, actor, query: { operationId } }) => {
      authorizeOpenly(actor, 'desk-case.hand-over');
      const people = await peopleFor(services, operationId);
      return { people: people.map(({ id, name, owner_of }) => ({ id, name, isOwner: owner_of !== null })) };
    },
  }),
  route(handOver, {
    action: 'desk-case.hand-over',
    summary: 'Give operations or causes of the desk to somebody, with a note; each is a command of its own',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'desk-case.hand-over');
      const { to, note, operationIds = [] } = request.body;
      const asked = new Set<string>();
      let mayGet: Promise<MayGet> | undefined;
      return await decideCases(
        request,
        async ({ id, about, operationId }) => {
          // Once for all of them, and anew for one whose guards have moved: somebody has changed who may get it.
          if (asked.has(id)) mayGet = undefined;
          asked.add(id);
          mayGet ??= findPersonFor(request.services, operationIds, to);
          const person = (await mayGet)(operationId);
          if (!person) throw new RefusedError(refuse('invalid', { code: 'desk-case.not-for-them', field: 'to' }));
          const ownerOf = person.owner_of === null ? {} : { ownerOf: person.owner_of };
          return { type: 'HandOver', data: { about, to, note, ...ownerOf } };
        },
        to,
      );
    },
  }),
  route(takeBack, {
    action: 'desk-case.hand-over',
    summary: 'Let nobody have operations or causes of the desk any more',
    handle: (request) => {
      authorizeOpenly(request.actor, 'desk-case.hand-over');
      return decideCases(request, async ({ about }) => ({
        type: 'TakeBack',
        data: { about, why: 'given-back' },
      }));
    },
  }),
  route(muteCauses, {
    action: 'desk-case.mute',
    summary: 'Take causes off the desk for some days, with a reason. What takes something away is shown all the same',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'desk-case.mute');
      const { body } = request;
      const now = await readDatabaseTime(request.services.pool);
      const until = 'until' in body ? body.until : new Date(now.getTime() + body.days * 24 * 3_600_000).toISOString();
      return await decideCases(request, async ({ about }) => ({
        type: 'MuteCause',
        data: { about, until, reason: body.reason, now: now.toISOString() },
      }));
    },
  }),
  route(unmuteCauses, {
    action: 'desk-case.mute',
    summary: 'Show muted causes on the desk again',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'desk-case.mute');
      const now = (await readDatabaseTime(request.services.pool)).toISOString();
      return await decideCases(request, async ({ about }) => ({
        type: 'UnmuteCause',
        data: { about, now },
      }));
    },
  }),
];
