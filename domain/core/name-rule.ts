import * as z from 'zod/mini';
import { atMost, textOr } from './required-text.ts';

/**
 * The characters of a name.
 *
 * @property refused finds a character that is not accepted.
 * @property needed  finds one of the characters of which a name has at least one.
 * @property code    code of a name with a refused character. Its parameter `character` is that character.
 */
type NameRule = Readonly<{ refused: RegExp; needed: RegExp; code: string }>;

/** Letters come with their marks, and with the joiners that Persian, Hindi and other languages write between them. */
const names = {
  /** Letters of any script, spaces, apostrophes, hyphens and full stops: `O'Brien`, `Jean-Luc`. */
  person: { refused: /[^\p{L}\p{M}\p{Join_C} .'’-]/u, needed: /\p{L}/u, code: 'name.person-character' },
  /** The same, digits and `&,()+/`: `3M`, `AT&T`, `Newco 24`. */
  organization: {
    refused: /[^\p{L}\p{M}\p{N}\p{Join_C} .'’&,()+/-]/u,
    needed: /[\p{L}\p{N}]/u,
    code: 'name.organization-character',
  },
  /** A service of the gateway: `Orders v2`. */
  service: { refused: /[^A-Za-z0-9 _-]/u, needed: /[A-Za-z]/, code: 'name.service-character' },
  /** The path of a route, without its slash: `orders-v2`. */
  contextPath: { refused: /[^A-Za-z0-9_-]/u, needed: /[A-Za-z]/, code: 'name.context-path-character' },
} as const satisfies Record<string, NameRule>;

/** Writes a character for people: as it is, or by its number when it can't be seen. */
const shown = (character: string): string =>
  /[ \p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Schema of a name that must be given. The length comes first: a text that is too long is not looked at.
 *
 * @param longest characters.
 * @param required code for a missing name, for an empty one, and for one without a letter.
 */
const nameSchema = ({ refused, needed, code }: NameRule, longest: number, required: string) =>
  textOr(required).check(
    z.trim(),
    z.minLength(1, required),
    atMost(longest),
    z.superRefine((name, context) => {
      if (name === '') return;
      const [character] = refused.exec(name) ?? [];
      if (character !== undefined)
        context.addIssue({ code: 'custom', message: code, params: { character: shown(character) } });
      else if (!needed.test(name)) context.addIssue({ code: 'custom', message: required });
    }),
  );

/** Characters of a person's first or last name. */
export const personNameLimit = 100;

/** A person's first or last name, in every form and call (docs/product/people.md). */
export const personName = (required: string) => nameSchema(names.person, personNameLimit, required);

/** The name of an organization or a company, in every form and call (docs/product/companies.md). */
export const organizationName = (required: string) => nameSchema(names.organization, 200, required);

/** Returns whether a text without spaces around it may be the name of an organization. */
export const isOrganizationName = (text: string): boolean => organizationName('').safeParse(text).success;

/** Characters in the name of a service or a route. */
export const gatewayNameLimit = 100;

/** The name of a service (docs/product/deployments.md). */
export const serviceName = (required: string) => nameSchema(names.service, gatewayNameLimit, required);

/** The name of a route, which is its path (docs/product/deployments.md). */
export const contextPath = (required: string) => nameSchema(names.contextPath, gatewayNameLimit, required);
