import type { TrialAnswer } from '#domain/trial/schema.ts';

const mask = '••••••••';

/**
 * The answer without what opened the door: an upstream that echoes its request would show the key, whose every view is
 * recorded otherwise (reliability E1, F3).
 */
export const withoutSecrets = (answer: TrialAnswer, secrets: readonly string[]): TrialAnswer => {
  if (answer.outcome !== 'answered') return answer;
  const clean = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  return {
    ...answer,
    headers: answer.headers.map(({ name, value }) => ({ name, value: clean(value) })),
    body: answer.body === null ? null : clean(answer.body),
  };
};
