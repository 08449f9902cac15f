/** So many days before a grant ends people are told, once each. The greatest first. */
export const warningDays = [14, 3] as const;
