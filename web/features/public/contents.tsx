/** The contents of a long page, shown beside it if there is room: a link to each part. */
export const Contents = ({
  label,
  parts,
}: {
  label: string;
  parts: readonly Readonly<{ id: string; title: string }>[];
}) => (
  <nav aria-label={label} className="hidden lg:block">
    <div className="sticky top-24">
      <p className="font-medium text-muted text-xs">{label}</p>
      <ol className="mt-3 flex flex-col gap-2 border-border border-s ps-4 text-table">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="rounded-control text-muted transition-colors hover:text-foreground">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </div>
  </nav>
);
