import { type Fields, fieldsOf, resolved } from '../spec-tree.ts';
import { type Found, shown } from './compare-schemas.ts';
import { schemesIn } from './schemes-in.ts';

/** Flows of Swagger 2.0 by the names of OpenAPI 3. */
const flowNames: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

const flowsOf = (scheme: Fields): Fields => {
  const { flow, flows } = scheme;
  return fieldsOf(flows) ?? (typeof flow === 'string' ? { [flowNames[flow] ?? flow]: scheme } : {});
};

const addressesIn = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(([word, address]) => word.endsWith('Url') && typeof address === 'string');

/** Returns the addresses and scopes that a scheme names for callers who fetch a token, by their place. */
const tokenFacts = (scheme: Fields): ReadonlyMap<string, unknown> =>
  new Map([
    ...(scheme.flow === undefined ? addressesIn(scheme) : []),
    ...Object.entries(flowsOf(scheme)).flatMap(([flow, value]): [string, unknown][] => {
      const fields = fieldsOf(value) ?? {};
      return [
        ...addressesIn(fields).map(([word, address]): [string, unknown] => [`${flow} ${word}`, address]),
        ...Object.keys(fieldsOf(fields.scopes) ?? {}).map((scope): [string, unknown] => [
          `${flow} scope ${scope}`,
          scope,
        ]),
      ];
    }),
  ]);

/**
 * Reports addresses and scopes of tokens that are gone or others now. Callers who have them written down have to look. What a
 * call itself must send is compared with each operation.
 */
export const compareSchemes = (before: Fields, after: Fields, report: (scheme: string, found: Found) => void): void => {
  const [older, newer] = [schemesIn(before), schemesIn(after)];
  for (const [name, written] of Object.entries(older)) {
    const [scheme, now] = [resolved(before, written), resolved(after, newer[name])];
    if (!scheme || !now || scheme.type !== now.type) continue;
    const facts = tokenFacts(now);
    for (const [place, fact] of tokenFacts(scheme))
      if (fact !== facts.get(place))
        report(name, {
          rule: 'different',
          place,
          use: { request: true, response: false },
          before: shown(fact),
          after: shown(facts.get(place)),
        });
  }
};
