import type { AST } from '@eslint-community/regexpp';
import { parsePattern } from '../parse-pattern.ts';

/** Signs that are tried for a class of signs, the plainest first. */
const signs = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/ @+#,;=!?%&*()[]{}<>|$^~"\'\\\t\né日',
];

/** Limits of a text for one pattern. */
const most = { text: 2_000, steps: 5_000, stretched: 8 } as const;

type How = Readonly<{
  /** Which of equal choices is taken. */
  variant: number;
  /** How often a part is repeated beyond what it must be, by its number. */
  extra: (quantifier: number) => number;
}>;

class TooLong extends Error {}

/** Returns a text for the parsed pattern, without looking whether assertions hold. Throws TooLong. */
const textFor = (pattern: AST.Pattern, { variant, extra }: How): string => {
  let left: number = most.steps;
  let quantifiers = 0;
  /** Signs that a lookahead asks for: `(?=.*[A-Z])`. */
  const wanted: string[] = [];
  const groups = new Map<AST.CapturingGroup, string>();

  const sign = (raw: string): string => {
    // One sign against one class: nothing that could take long.
    const one = new RegExp(`^(?:${raw})$`, raw.includes('\\p') || raw.includes('\\u{') ? 'u' : '');
    const asked = wanted.findIndex((text) => one.test(text));
    if (asked >= 0) return wanted.splice(asked, 1)[0] ?? '';
    const fitting = signs.filter((text) => one.test(text));
    return fitting[variant % Math.max(fitting.length, 1)] ?? '';
  };
  const codeIn = (element: AST.CharacterClass): string => {
    const [first] = element.elements;
    if (element.negate || !first) return '';
    if (first.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
    return first.type === 'Character' ? String.fromCodePoint(first.value) : '';
  };

  const alternativesText = (alternatives: readonly AST.Alternative[]): string =>
    (alternatives[variant % alternatives.length]?.elements ?? []).map(elementText).join('');

  const elementText = (element: AST.Element): string => {
    left -= 1;
    if (left < 0) throw new TooLong();
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterSet':
        return sign(element.raw);
      case 'CharacterClass':
        return sign(element.raw) || codeIn(element);
      case 'Group':
        return alternativesText(element.alternatives);
      case 'CapturingGroup': {
        const text = alternativesText(element.alternatives);
        groups.set(element, text);
        return text;
      }
      case 'Backreference':
        return [element.resolved]
          .flat()
          .map((group) => groups.get(group) ?? '')
          .join('');
      case 'Assertion':
        if (element.kind === 'lookahead' && !element.negate) wanted.push(...alternativesText(element.alternatives));
        return '';
      case 'Quantifier': {
        const number = quantifiers;
        quantifiers += 1;
        const count = Math.min(element.max, element.min + extra(number));
        if (count > most.text) throw new TooLong();
        let text = '';
        for (let done = 0; done < count && text.length <= most.text; done += 1) text += elementText(element.element);
        return text;
      }
      default:
        return '';
    }
  };

  return alternativesText(pattern.alternatives);
};

/**
 * Yields texts that a regular expression of JavaScript probably matches: the shortest first, then longer ones. The caller tests
 * them, because assertions are not looked at.
 *
 * @param least characters that a text should have.
 */
export function* textsOfPattern(written: string, least: number, variant: number): Generator<string> {
  const pattern = parsePattern(written);
  if (!pattern) return;
  const attempt = (extra: How['extra']): string | undefined => {
    try {
      return textFor(pattern, { variant, extra });
    } catch {
      return undefined;
    }
  };
  let shortest: string | undefined;
  for (const count of [0, 1, 2, 4]) {
    const text = attempt(() => count);
    shortest ??= text;
    if (text !== undefined) yield text;
  }
  if (shortest === undefined) return;
  const missing = Math.min(least - shortest.length, most.text);
  for (let stretched = 0; stretched < most.stretched && missing > 0; stretched += 1) {
    const text = attempt((quantifier) => (quantifier === stretched ? missing : 0));
    if (text !== undefined) yield text;
  }
  if (missing > 0) yield shortest.padEnd(least, 'a');
}
