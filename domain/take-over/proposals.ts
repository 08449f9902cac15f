import { type Environment, environments } from '../core/environment.ts';
import { foldText } from '../core/fold-text.ts';

type Named = Readonly<{ id: number; name: string }>;

/** Words at the end of a name that say nothing about which API it is: `orders-api-v2-dev`. */
const saysNothing = /^(?:api|service|svc|v\d{1,3})$/;

const isEnvironment = (word: string): boolean => environments.some((each) => each.toLowerCase() === word);

/** Returns the words of a name, without those at its end that say nothing about which API it is. */
const wordsOf = (name: string): string => {
  const words = foldText(name.slice(0, 500))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let end = words.length;
  while (end > 1 && (saysNothing.test(words[end - 1] ?? '') || isEnvironment(words[end - 1] ?? ''))) end -= 1;
  return words.slice(0, end).join(' ');
};

/** Returns the API with the name of a service, but for `api`, versions and environments at the end; undefined for none, and for several. */
export const proposedApi = (service: string, apis: readonly Named[]): number | undefined => {
  const words = wordsOf(service);
  const [found, another] = words === '' ? [] : apis.filter(({ name }) => wordsOf(name) === words);
  return another ? undefined : found?.id;
};

/** Returns the environment that is the last word of a service's name. */
export const proposedEnvironment = (service: string): Environment | undefined => {
  const last = service
    .slice(0, 500)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .at(-1)
    ?.toLowerCase();
  return environments.find((each) => each.toLowerCase() === last);
};
