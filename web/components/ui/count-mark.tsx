/** A number in the upper corner of an icon button. It stays within the button: its neighbour is only 2 px away on a phone. */
export const CountMark = ({ count }: { count: string }) => (
  <span
    aria-hidden
    className="absolute end-0 top-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-danger px-1 font-semibold text-[0.625rem] text-on-danger tabular-nums"
  >
    {count}
  </span>
);
