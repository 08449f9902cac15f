type TopicKey = Readonly<{ id: number }> | Readonly<{ id?: undefined; organizationId: number; categoryId: number }>;

/** Reads a topic's key: its id, or the ids of an organization and an event category with a semicolon between them. */
export const readTopicKey = (text: string): TopicKey => {
  const [first = 0, categoryId] = text.split(';').map(Number);
  return categoryId === undefined ? { id: first } : { organizationId: first, categoryId };
};
