import type { TrialAnswer } from '#domain/trial/schema.ts';

const mask = '••••••••';

/**
 * The answer without what opened the door: an upstream that echoes its request would show the key, whose every view is
 * recorded otherwise (requirements E1, F3).
 */
export const withoutSecret = (answer: TrialAnswer, secret: string): TrialAnswer => {
  if (answer.outcome !== 'answered') return answer;
  const clean = (text: string): string => text.replaceAll(secret, mask);
  return {
    ...answer,
    headers: answer.headers.map(({ name, value }) => ({ name, value: clean(value) })),
    body: answer.body === null ? null : clean(answer.body),
  };
};
