import { Gauge, type Registry } from 'prom-client';

/** What a gauge shows now. `labels`: none for a gauge without. */
type Reading<Label extends string> = Readonly<{ value: number; labels?: Readonly<Record<Label, string>> }>;

/**
 * Adds a gauge that is read when somebody asks for the metrics. While it can't be read it is absent: the others are shown without it,
 * because they are needed most when the database is away, and an old value would hide that.
 */
export const readGauge = <Label extends string = never>(
  registry: Registry,
  {
    labels = [],
    read,
    ...named
  }: Readonly<{
    name: string;
    help: string;
    labels?: readonly Label[];
    read: () => Promise<readonly Reading<Label>[]>;
  }>,
): void => {
  new Gauge<Label>({
    ...named,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const readings = await read().catch(() => []);
      this.reset();
      if (labels.length === 0) this.remove();
      for (const { labels: of, value } of readings) {
        if (of) this.set(of, value);
        else this.set(value);
      }
    },
  });
};
