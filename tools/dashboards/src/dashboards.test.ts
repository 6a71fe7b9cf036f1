import { describe, expect, it } from '@jest/globals';
import { METRICS, seriesOf } from '@exchange/contract/metrics';
import { readdirSync, readFileSync } from 'node:fs';
import { seriesIn } from '../../kit/metrics/series-in';
import { DASHBOARDS, fileOf, FOLDER, queriesOf, textOf } from './dashboards';

describe('the dashboards of Grafana', () => {
  it.each(DASHBOARDS.map((built) => [fileOf(built), built] as const))(
    '%s is as it is built (else: node tools/run.mjs dashboards)',
    async (file, built) => {
      expect(readFileSync(file, 'utf8')).toBe(await textOf(built));
    },
  );

  it('are all that there are in their folder', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(DASHBOARDS.map(({ name }) => `${name}.json`).sort());
  });

  it('show every metric of the catalogue, and no other', () => {
    const shown = new Set(
      DASHBOARDS.flatMap((built) => queriesOf(readFileSync(fileOf(built), 'utf8'))).flatMap(seriesIn),
    );
    const known = new Set(METRICS.flatMap(seriesOf));
    expect([...shown].filter((name) => !known.has(name))).toEqual([]);
    const missing = METRICS.filter((metric) => !seriesOf(metric).some((name) => shown.has(name)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('have a name for each line, so that no graph shows bare labels', () => {
    for (const { dashboard } of DASHBOARDS) {
      for (const panel of dashboard.panels ?? []) {
        const { type, targets = [] } = panel as {
          type: string;
          targets?: readonly { legendFormat?: string }[];
        };
        if (type === 'timeseries') expect(targets.every(({ legendFormat }) => legendFormat)).toBe(true);
      }
    }
  });
});
