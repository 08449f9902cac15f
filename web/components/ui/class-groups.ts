import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const isLength = (value: string) => /^\[(?:length:|[\d.])/.test(value);
const isNumber = (value: string) => /^\d/.test(value);

/** `p: [{ p: [any] }]`: every class that begins so is of one group. */
const prefixes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, [{ [name]: [any] }]]));

const sides = (name: string) => ['t', 'b', 's', 'e', 'x', 'y'].map((side) => `${name}${side}`);

const borderWidth = ['', isNumber, isLength];

/**
 * The groups of utilities that this app uses: of one group the last class wins. The library's own table knows all of
 * Tailwind and costs 6 kB before the first screen; test/class-groups.test.ts compares the two for every class that the
 * source has, and fails when a group is missing here.
 */
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  separator: ':',
  theme: {},
  classGroups: {
    display: [
      'block',
      'inline-block',
      'inline-flex',
      'inline',
      'flex',
      'grid',
      'table',
      'table-cell',
      'contents',
      'hidden',
    ],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    ...prefixes('p', ...sides('p'), 'm', ...sides('m'), 'w', 'h', 'size', 'min-w', 'min-h', 'max-w', 'max-h'),
    ...prefixes('start', 'end', 'top', 'bottom', 'inset', 'inset-x', 'inset-y', 'z', 'gap', 'gap-x', 'gap-y'),
    ...prefixes('opacity', 'duration', 'leading', 'tracking', 'cursor', 'justify', 'items', 'order', 'grid-cols'),
    ...prefixes('line-clamp', 'whitespace', 'pointer-events', 'select', 'resize', 'fill', 'rotate', 'origin'),
    ...prefixes(
      'translate',
      'translate-x',
      'translate-y',
      'scale-x',
      'overscroll',
      'backdrop-blur',
      'underline-offset',
    ),
    ...prefixes(
      'basis',
      'grow',
      'col-span',
      'outline-offset',
      'scroll-mt',
      'scroll-mb',
      'divide',
      'list',
      'content',
      'rounded',
    ),
    flex: [{ flex: [isNumber, 'none', 'auto'] }],
    'flex-direction': [{ flex: ['row', 'col', 'row-reverse', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    shrink: [{ shrink: ['', isNumber] }],
    overflow: [{ overflow: ['hidden', 'auto', 'clip', 'visible', 'scroll'] }],
    'overflow-x': [{ 'overflow-x': [any] }],
    'overflow-y': [{ 'overflow-y': [any] }],
    'text-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', 'table', isLength] }],
    'text-align': [{ text: ['start', 'center', 'end'] }],
    'text-wrap': [{ text: ['balance', 'pretty'] }],
    'text-color': [{ text: [any] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'font-family': [{ font: ['sans', 'mono'] }],
    decoration: ['underline', 'no-underline', 'line-through'],
    transform: ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
    truncate: ['truncate'],
    'screen-reader': ['sr-only', 'not-sr-only'],
    animate: [{ animate: ['none', 'spin', 'pulse'] }],
    'divide-y': ['divide-y'],
    'divide-color': [{ divide: [any] }],
    break: ['break-all', 'break-words', 'break-normal'],
    'bg-color': [{ bg: [any] }],
    'border-w': [{ border: borderWidth }],
    ...Object.fromEntries(
      ['t', 'b', 's', 'e', 'x', 'y'].map((side) => [`border-w-${side}`, [{ [`border-${side}`]: borderWidth }]]),
    ),
    'border-style': [{ border: ['solid', 'dashed', 'none'] }],
    'border-collapse': [{ border: ['collapse', 'separate'] }],
    'border-spacing': [{ 'border-spacing': [any] }],
    'border-color': [{ border: [any] }],
    shadow: [{ shadow: ['float', 'card', 'none'] }],
    'ring-w': [{ ring: ['', isNumber] }],
    'ring-inset': ['ring-inset'],
    'ring-color': [{ ring: [any] }],
    'outline-w': [{ outline: ['', isNumber] }],
    'outline-style': [{ outline: ['none', 'hidden'] }],
    'outline-color': [{ outline: [any] }],
    transition: [{ transition: ['', any] }],
    numeric: ['tabular-nums', 'normal-nums'],
  },
  conflictingClassGroups: {
    p: sides('p'),
    px: ['ps', 'pe'],
    py: ['pt', 'pb'],
    m: sides('m'),
    mx: ['ms', 'me'],
    my: ['mt', 'mb'],
    'text-size': ['leading'],
    flex: ['basis', 'grow', 'shrink'],
    size: ['w', 'h'],
    inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'bottom'],
    'inset-x': ['start', 'end'],
    'inset-y': ['top', 'bottom'],
    gap: ['gap-x', 'gap-y'],
    overflow: ['overflow-x', 'overflow-y'],
    translate: ['translate-x', 'translate-y'],
    'border-w': ['t', 'b', 's', 'e', 'x', 'y'].map((side) => `border-w-${side}`),
    'border-w-x': ['border-w-s', 'border-w-e'],
    'border-w-y': ['border-w-t', 'border-w-b'],
    'line-clamp': ['display', 'overflow'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [
    '*',
    '**',
    'after',
    'backdrop',
    'before',
    'details-content',
    'file',
    'first-letter',
    'first-line',
    'marker',
    'placeholder',
    'selection',
  ],
}));
