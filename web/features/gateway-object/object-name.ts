/** Returns what people call an object: its name, or the beginning of its id. */
export const nameOf = ({ name, id }: Readonly<{ name: string; id: string }>): string => name || id.slice(0, 8);
