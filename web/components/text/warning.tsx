type Props = Readonly<{ text: string }>;

/** A sentence that a person must know before they go on. */
export const Warning = ({ text }: Props) => <p className="rounded-card bg-warning/10 px-3 py-2 text-table">{text}</p>;
