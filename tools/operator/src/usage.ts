/** What a command is for, as its help says it. */
interface CommandText {
  /** What comes after its name. */
  readonly takes: string;
  /** In one line. */
  readonly does: string;
  /** What its own help says besides. */
  readonly more?: readonly string[];
}

/** Every command by its first word; every other word is an action. */
const GROUPS = {
  'Coming and going': {
    login: {
      takes: '[PERSON]',
      does: 'signs in, and keeps the session in the data folder',
      more: [
        'Where an OpenID Connect provider knows the people, PERSON is left out: it shows an address and a code for a browser,',
        'and waits until you have confirmed the code there.',
        'On a development chain PERSON signs in with a password and the code of an authenticator. Of an embedded exchange both',
        'are in the data folder; else give OPERATOR_PASSWORD or OPERATOR_PASSWORD_FILE, and --code.',
        'Example: npm run operator -- login nora',
      ],
    },
    code: {
      takes: 'PERSON',
      does: 'what a person of an embedded exchange types at the page: password, and a code for the next minute',
    },
    logout: { takes: '', does: 'ends the session' },
    me: { takes: '', does: 'who one is, and the roles one has' },
    actions: { takes: '', does: 'every action, the roles that may do it, and how many people it needs' },
    help: {
      takes: '[COMMAND]',
      does: 'how a command is used; of an action, its fields, as the desk has them',
      more: ['Example: npm run operator -- help set-market-status'],
    },
  },
  'Changing something: without --reason it is a dry run, which says what it would change': {
    apply: {
      takes: 'FILE',
      does: 'several actions at once: a JSON list of {"action": …, "content": {…}}',
      more: [
        'All are tried before the first is done. If one needs two people, the whole list does.',
        "Example: npm run operator -- apply listing.json --reason 'the listing of May'",
      ],
    },
    proposals: { takes: '', does: 'what waits for a second person' },
    show: { takes: 'PROPOSAL', does: 'a proposal, and what it would change now' },
    approve: {
      takes: 'PROPOSAL',
      does: '… as the second person',
      more: [
        "Without --reason it shows what you would approve. Whoever proposed it can't approve it.",
        "Example: npm run operator -- approve 12 --as otto --reason 'seen, and right'",
      ],
    },
    reject: { takes: 'PROPOSAL', does: '… as somebody who could approve it' },
    withdraw: { takes: 'PROPOSAL', does: '… as the one who proposed it' },
    outcome: { takes: 'NUMBER', does: 'what came of an order of the desk, by its entry in the log' },
  },
  Looking: {
    overview: { takes: '', does: 'how the exchange is: processes, figures, markets, solvency, last alarms' },
    look: {
      takes: 'WHAT FIELD=VALUE …',
      does: 'looks up an account, order, trade, entry, batch, message, shortfall or solvency',
      more: [
        'Without WHAT it says what can be looked up, by which fields.',
        'Amounts are in smallest units. Where there is `more`, `before` or `after` says, as JSON, where the next page begins.',
        'Example: npm run operator -- look account account=0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        'Example: npm run operator -- look order id=1099511627777',
      ],
    },
    groups: { takes: '', does: 'which process of account-service has which accounts' },
    audit: {
      takes: 'list | verify',
      does: 'the log of what was done; or its check, against itself and what was carried out',
      more: [
        '`list` shows the newest 50 entries, or 200 after the one that --after names.',
        '`verify` fails when the log is not as it was written, or when somebody could not be asked.',
        'Example: npm run operator -- audit list --after 200',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CommandText>>>>;

type KeysOf<T> = T extends unknown ? keyof T : never;
export type OperatorCommand = KeysOf<(typeof GROUPS)[keyof typeof GROUPS]>;

const TEXTS: ReadonlyMap<string, CommandText> = new Map(
  Object.values(GROUPS).flatMap((group) => Object.entries(group)),
);

export const isCommand = (word: string): word is OperatorCommand => TEXTS.has(word);

const OPTIONS = `
  --as PERSON         who acts; default OPERATOR_PERSON, else nora of an embedded exchange, else the one who is signed in
  --reason TEXT       why, for the log: does it
  --json              the answer as JSON, for programs
  --url URL           the desk; default OPERATOR_URL, else what the data folder says
  --data-dir FOLDER   data folder of the exchange, where sessions are kept; default EXCHANGE_DATA_DIR, else .exchange
  --code DIGITS       of the login: the code that the authenticator shows
  --after NUMBER      of audit list: the entry to go on from
  --help              this text

Ends with 1 when something was refused, failed, or is not as it should be.
`;

const WIDTH = 24;
const line = (called: string, does: string): string => `  ${called.padEnd(WIDTH)}${does}`;
const called = (name: string, takes: string): string => `${name} ${takes}`.trim();

const ACTION_LINE = line(
  'ACTION FIELD=VALUE …',
  'one action, such as: set-market-status market=ETHDAI status=cancel_only',
);

/** How the tool is used, as a whole. */
export const USAGE = [
  'npm run operator -- COMMAND: what operators do, by name, and with a reason',
  ...Object.entries(GROUPS).flatMap(([title, group]) => [
    ...['', title],
    ...(title.startsWith('Changing') ? [ACTION_LINE] : []),
    ...Object.entries<CommandText>(group).map(([name, { takes, does }]) => line(called(name, takes), does)),
  ]),
  OPTIONS,
].join('\n');

/** How one command is used; of no command, the tool as a whole. */
export function helpOf(name: string | undefined): string {
  const text = TEXTS.get(name ?? '');
  if (name === undefined || text === undefined) return USAGE;
  const { takes, does, more = [] } = text;
  return [`npm run operator -- ${called(name, takes)}`, does, ...more, OPTIONS].join('\n');
}

/** An error that shows how a command is used. */
export const wrong = (what: string, command?: string, cause?: unknown): Error =>
  new Error(`${what}.\n\n${helpOf(command)}`, { cause });
