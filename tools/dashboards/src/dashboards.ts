import type { BuiltDashboard } from './dashboard';
import { gateways } from './gateways';
import { moneyAndChain } from './money-and-chain';
import { overview } from './overview';
import { services } from './services';
import { trading } from './trading';
import { formatted } from '../../kit/formatted';

/** All that there are. */
export const DASHBOARDS: readonly BuiltDashboard[] = [overview, trading, moneyAndChain, gateways, services];

/** Where they are committed, for Grafana to be given. */
export const FOLDER = 'observability/dashboards';

export const fileOf = ({ name }: BuiltDashboard): string => `${FOLDER}/${name}.json`;

/** What the file of a dashboard holds. */
export async function textOf(built: BuiltDashboard): Promise<string> {
  return formatted(fileOf(built), JSON.stringify(built.dashboard));
}

/** The PromQL of all panels of a dashboard's text. */
export const queriesOf = (text: string): readonly string[] =>
  [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']) => JSON.parse(quoted) as string);
