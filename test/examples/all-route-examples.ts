import { existsSync, readdirSync } from 'node:fs';
import { nameless } from '#bff/fixtures/specified-calls.ts';
import { distinct } from '#domain/core/distinct.ts';
import { memberNames } from '../world/bff-seed.ts';
import type { BffWorld } from '../world/bff-world.ts';
import { type Call, type MakeCall, type RouteExamples, type Subject, subjectOf } from './route-examples.ts';

const folder = new URL('../../bff/', import.meta.url);
const nouns = readdirSync(folder).filter((noun) => existsSync(new URL(`${noun}/examples.ts`, folder)));

/** The examples of every noun. */
export const routeExamples: readonly RouteExamples[] = await Promise.all(
  nouns.map(async (noun) => {
    const file = new URL(`${noun}/examples.ts`, folder).pathname;
    return ((await import(/* @vite-ignore */ file)) as { examples: RouteExamples }).examples;
  }),
);

/** Every line of the tables `who`. */
export const accessRows = routeExamples.flatMap(({ who }) => {
  const [header = '', ...lines] = who.trim().split('\n');
  if (header.trim().split(/\s+/).join() !== memberNames.join())
    throw new Error(`the columns are not the roles: ${header}`);
  return lines.map((line) => {
    const [method = '', path = '', subject = '', ...statuses] = line.trim().split(/\s+/);
    return { call: `${method} ${path}`, subject, statuses };
  });
});

/** The statuses that a portal administrator gets. */
export const statusForPortal = (call: string): readonly string[] =>
  accessRows
    .filter((row) => nameless(row.call) === nameless(call))
    .map(({ statuses: [portal = ''] }) => portal.split('/')[0] as string);

/** Prepares a world for every example. Returns how to make a call by its name, such as `GET /api/swagger/{id}`. */
export const prepareCalls = async (
  world: BffWorld,
): Promise<(name: string, subject?: Subject, allowed?: boolean) => Promise<Call>> => {
  const made = await Promise.all(
    routeExamples.map(async ({ calls: make }) => Object.entries((await make?.(world)) ?? {})),
  );
  const calls = new Map<string, MakeCall>(
    distinct(
      'example of a call',
      made.flat().map(([name, call]) => [nameless(name), call] as const),
      ([name]) => name,
    ),
  );
  await world.allShown();
  return async (name, subject = subjectOf(world.acme), allowed = false) =>
    (await calls.get(nameless(name))?.(subject, allowed)) ?? { target: name.split(' ')[1] as string };
};
