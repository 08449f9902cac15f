import type { AST } from '@eslint-community/regexpp';
import { parsePattern } from './parse-pattern.ts';

/** A pattern, and whether a text must match it or must not. */
type Condition = Readonly<{ pattern: string; matches: boolean }>;

/**
 * Conditions without lookaround that say the same as a pattern: all of one way hold.
 *
 * @property isExact whether no other text matches either.
 */
type Split = Readonly<{ ways: readonly (readonly Condition[])[]; isExact: boolean }>;

const isAssertion = (element: AST.Element | undefined, kind: AST.Assertion['kind']): boolean =>
  element?.type === 'Assertion' && element.kind === kind;

const conditionOf = (element: AST.Element): Condition => {
  const { raw } = element;
  const matches = element.type === 'Assertion' && 'negate' in element && !element.negate;
  return isAssertion(element, 'lookahead')
    ? { pattern: `^(?:${raw.slice('(?='.length, -1)})`, matches }
    : { pattern: `(?:${raw.slice('(?<='.length, -1)})$`, matches };
};

const splitWay = ({ elements }: AST.Alternative): Split => {
  const isStart = isAssertion(elements[0], 'start');
  const isEnd = isAssertion(elements.at(-1), 'end');
  const inner = elements.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  const from = inner.findIndex((one) => !isAssertion(one, 'lookahead'));
  const ahead = from < 0 ? inner : inner.slice(0, from);
  const rest = inner.slice(ahead.length);
  const to = rest.findLastIndex((one) => !isAssertion(one, 'lookbehind')) + 1;
  const behind = rest.slice(to);
  const [hasAhead, hasBehind] = [ahead.length > 0, behind.length > 0];
  const text = rest.slice(0, to).map(({ raw }) => raw);
  const pattern = [isStart || hasAhead ? '^' : '', ...text, isEnd || hasBehind ? '$' : ''].join('');
  return {
    ways: [[{ pattern, matches: true }, ...[...ahead, ...behind].map(conditionOf)]],
    isExact: (isStart || !hasAhead) && (isEnd || !hasBehind),
  };
};

/**
 * Splits a pattern with lookahead at its start and lookbehind at its end: `^(?!0)\d+$` is `^\d+$` and not `^(?:0)`. Without
 * `^` or `$` the conditions look at the start or end of the text only, so more texts match than they say.
 */
export const splitLookaround = (pattern: string): Split => {
  const ways = (parsePattern(pattern)?.alternatives ?? []).map(splitWay);
  return { ways: ways.flatMap((one) => one.ways), isExact: ways.every(({ isExact }) => isExact) };
};
