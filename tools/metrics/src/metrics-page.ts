import { CATALOGUE, type LabelValues, type MetricDefinition } from '@exchange/contract/metrics';
import { PROGRAMS, SERVICES } from '@exchange/core/kernel';

const INTRODUCTION = `# Metrics

What every process tells at \`/metrics\` of its internal port, in the format of OpenMetrics. Each has the label \`service\` beside its
own. What a label may say is listed or bounded; what is beyond that is measured as \`other\`. None names an account, an address or
an order. Counters and histograms of listed values are there as 0 from the start. Counters begin again with their process.

This page is made from \`libs/contract/metrics\` by \`node tools/run.mjs metrics\`. What is
alarming is in [alarms](../runbooks/alarms.md).
`;

const LISTED_MAX = 8;

function labelText(name: string, values: LabelValues): string {
  if ('max' in values) return `\`${name}\`: ${values.of}, at most ${values.max}`;
  if (values.length > LISTED_MAX)
    return `\`${name}\`: one of ${values.length}, such as \`${values[0]}\`, \`${values[1]}\``;
  return `\`${name}\`: ${values.map((value) => `\`${value}\``).join(', ')}`;
}

function servicesText(services: MetricDefinition['services']): string {
  if (services.length === PROGRAMS.length) return 'all, and the remote signer';
  return services.length === SERVICES.length ? 'all' : services.join(', ');
}

function row({ name, kind, help, unit, labels, services }: MetricDefinition): string {
  const own = Object.entries<LabelValues>(labels).map(([label, values]) => labelText(label, values));
  const cells = [`\`${name}\``, kind, unit ?? '', help, own.join('; '), servicesText(services)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The page of all metrics, in Markdown. */
export function metricsPage(): string {
  const sections = CATALOGUE.map(({ topic, metrics }) =>
    [
      `## ${topic}`,
      '',
      '| metric | kind | unit | what | labels | exported by |',
      '| --- | --- | --- | --- | --- | --- |',
      ...metrics.map(row),
    ].join('\n'),
  );
  return `${[INTRODUCTION.trimEnd(), ...sections].join('\n\n')}\n`;
}
