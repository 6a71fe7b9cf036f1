import { type ServiceName, SERVICES } from '@exchange/core/kernel';

/** How many processes of each app are started. */
export type Scale = Readonly<Record<ServiceName, number>>;

interface Most {
  readonly most: number;
  /** What more of it would be, or why there can't be more. */
  readonly why: string;
}

/** An app of which one process does the work can have others that stand by. */
const STANDBYS: Most = { most: 3, why: 'one process is active, the others stand by' };
const GATEWAYS: Most = { most: 16, why: 'this machine is to hold the rest, too' };

const MOST: Readonly<Record<ServiceName, Most>> = {
  'account-service': { most: 4, why: 'each has a group of the accounts, and stands by for the others' },
  'matching-engine': STANDBYS,
  'market-data': STANDBYS,
  'chain-watcher': STANDBYS,
  'settlement-service': STANDBYS,
  attester: STANDBYS,
  solvency: STANDBYS,
  'operator-gateway': STANDBYS,
  'rest-gateway': GATEWAYS,
  'ws-gateway': GATEWAYS,
};

const ENTRY = /^\s*([a-z-]+)\s*=\s*(\d+)\s*$/;

const isApp = (name: string): name is ServiceName => (SERVICES as readonly string[]).includes(name);

/**
 * Reads `ws-gateway=3,matching-engine=2`; what isn't named is started once. Throws, saying what would be right, on
 * anything else, and on more processes than an app can have.
 */
export function scaleOf(text: string | undefined): Scale {
  const scale = Object.fromEntries(SERVICES.map((app) => [app, 1])) as Record<ServiceName, number>;
  if (text === undefined) return scale;
  const named = new Set<ServiceName>();
  for (const entry of text.split(',')) {
    const [, app = '', digits = ''] = ENTRY.exec(entry) ?? [];
    if (app === '') {
      throw refused(`"${entry.trim()}" is no service with a number, such as ws-gateway=3`);
    }
    if (!isApp(app)) throw refused(`there is no service ${app}; the services are ${SERVICES.join(', ')}`);
    if (named.has(app)) throw refused(`${app} is named twice`);
    named.add(app);
    scale[app] = countOf(app, Number(digits));
  }
  return scale;
}

function countOf(app: ServiceName, count: number): number {
  const { most, why } = MOST[app];
  if (count < 1) throw refused(`${app}=${count}: at least one is needed`);
  if (count <= most) return count;
  throw refused(`${app}=${count} are too many: at most ${most}, since ${why}`);
}

const refused = (what: string): Error =>
  new Error(`--scale: ${what}.\n\nnpm start -- --scale "ws-gateway=3,account-service=2,matching-engine=2"`);
