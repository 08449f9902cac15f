import { Fragment } from 'react';

/** So many things are named. */
const named = 5;

/** @property details stand behind its name, in grey. */
type Thing = Readonly<{ id: number | string; name: string; details: readonly string[] }>;

type Props = Readonly<{ things: readonly Thing[]; more: (count: number) => string }>;

/** Names the first of many things that are decided together, and how many more there are. */
export const FirstFew = ({ things, more }: Props) => (
  <ul className="grid gap-1 rounded-card border border-border px-3 py-2 text-table">
    {things.slice(0, named).map(({ id, name, details }) => (
      <li key={id} className="[overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
        <span className="text-muted">
          {details.filter(Boolean).map((detail) => (
            <Fragment key={detail}>
              {' · '}
              <bdi>{detail}</bdi>
            </Fragment>
          ))}
        </span>
      </li>
    ))}
    {things.length > named && <li className="text-muted">{more(things.length - named)}</li>}
  </ul>
);
