/** The logo: a portico with pediment, columns and steps. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <rect width="24" height="24" rx="6" className="fill-accent" />
    <path
      d="M12 4.5 19 9H5l7-4.5ZM6.5 10.5h2v6h-2zm4.5 0h2v6h-2zm4.5 0h2v6h-2zM5 18h14v1.8H5z"
      className="fill-on-accent"
    />
  </svg>
);
