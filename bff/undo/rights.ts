import { may } from '#domain/core/authorization.ts';
import { RefusedError } from '#domain/core/problem.ts';
import type { Opposite } from '#domain/core/undo.ts';
import { whyNotQuery } from '#domain/why-not/schema.ts';
import type { Received } from '../http/route.ts';
import { readAbout } from '../why-not/about.ts';

type Asked = Pick<Received, 'services' | 'actor'>;

type Question = Readonly<Record<string, string | number>>;

/** Returns what an explanation is asked about, without what is not known. */
export const questionOf = ({ action, about }: Pick<Opposite, 'action' | 'about'>): Question =>
  Object.fromEntries(
    Object.entries({ action, ...about }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Returns whether the table of rights allows the opposite command. A thing that the actor may not see is none. */
export const mayUndo = async ({ services, actor }: Asked, opposite: Opposite): Promise<boolean> => {
  const question = questionOf(opposite);
  const read = async ({ organizationId, ...others }: Question, isWhole: boolean) => {
    const asked = isWhole && organizationId !== undefined ? { ...others, organizationId } : others;
    const texts = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    return await readAbout(services, actor, actor, whyNotQuery.parse(texts)).catch((error: unknown) => {
      if (error instanceof RefusedError && error.refusal.refused === 'not-found') return undefined;
      throw error;
    });
  };
  // Whoever runs an API acts on the keys of organizations that they may not see otherwise.
  const found =
    (await read(question, true)) ?? (question.apiId === undefined ? undefined : await read(question, false));
  return found !== undefined && may(actor, opposite.action, found.resource);
};
