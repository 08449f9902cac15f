import { expect, it } from 'vitest';
import { screens } from '#workers/mail/screens.ts';
import { dockViews, routes } from './routes.ts';

const {
  api,
  eventCategory,
  review,
  reviews,
  confirm,
  deletion,
  certificates,
  drift,
  approval,
  reviewRound,
  ...others
} = screens;
const { operation, cause, ...fixed } = others;
const paths = [
  ...Object.values(fixed),
  api(12),
  operation('12'),
  cause('12'),
  eventCategory(12),
  ...[true, false].flatMap((all) => [review(12, { all }), reviews({ all })]),
  confirm('token'),
  deletion(12),
  certificates(12),
  drift(12),
  approval(12),
  ...[true, false].map((mine) => reviewRound(12, { mine })),
];

it.each(paths)('%s, the link of a mail, is a screen', (path) => {
  const { pathname, searchParams } = new URL(path, 'https://portal.example');
  expect(routes.map((route) => route.path)).toContain(pathname.replace(/\/12$/, '/:id'));
  const dock = searchParams.get('dock');
  if (dock !== null) expect(Object.keys(dockViews)).toContain(/^([\w-]+):12$/.exec(dock)?.[1]);
});
