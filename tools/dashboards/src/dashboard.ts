import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  DashboardBuilder,
  DashboardLinkBuilder,
  DashboardLinkType,
  type Dashboard,
  DatasourceVariableBuilder,
  type Panel,
  QueryVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { SOURCE } from './panels';

/** Panels under a heading. */
export interface PanelRow {
  readonly title: string;
  readonly panels: readonly Builder<Panel>[];
}

interface Parts {
  /** Of its file and its address in Grafana. */
  readonly name: string;
  readonly title: string;
  /** A label of which whoever looks chooses values, and the metric that has them. */
  readonly choose?: { readonly label: string; readonly of: string };
  readonly rows: readonly PanelRow[];
}

/** A dashboard as it is committed. */
export interface BuiltDashboard {
  readonly name: string;
  readonly dashboard: Dashboard;
}

const TAG = 'exchange';

/** Puts rows of panels together, with links to the other dashboards of the exchange. */
export function dashboard({ name, title, choose, rows }: Parts): BuiltDashboard {
  const builder = new DashboardBuilder(`Exchange: ${title}`)
    .uid(`exchange-${name}`)
    .tags([TAG])
    .timezone('utc')
    .readonly()
    .refresh('10s')
    .time({ from: 'now-1h', to: 'now' })
    .link(
      new DashboardLinkBuilder('Exchange')
        .type(DashboardLinkType.Dashboards)
        .tags([TAG])
        .includeVars(true)
        .keepTime(true),
    )
    .withVariable(new DatasourceVariableBuilder(SOURCE).label('Prometheus').type('prometheus'));
  if (choose !== undefined)
    builder.withVariable(
      new QueryVariableBuilder(choose.label)
        .label(choose.label)
        .datasource({ type: 'prometheus', uid: `\${${SOURCE}}` })
        .query(`label_values(${choose.of}, ${choose.label})`)
        .multi(true)
        .includeAll(true),
    );
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) builder.withPanel(panel);
  }
  return { name, dashboard: builder.build() };
}
