import { ExchangeError } from '@exchange/client';
import { REJECTION_CODES, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type Command, COMMAND_NAMES, type CommandName, COMMANDS } from '@exchange/core/wire';
import { COMMAND_EXAMPLES } from '@exchange/edge/reference';
import { parseEther } from 'ethers';
import { Crew } from '../../kit/trading/crew';
import { signedOrder } from '../../kit/trading/signed-order';
import type { Endpoints } from '../../kit/running/endpoints';

/** A trader of the demo that its markets never seat: the operator has raised its limits. */
const KEY = 37;
const DEPOSIT = parseEther('1');
const UNDER_WAY = 20;
const CID = 5;
/** They would end or change the login. */
const NOT_SENT: readonly CommandName[] = [
  ...(['authenticate', 'authenticateDelegate', 'authenticateWithSession', 'logoff'] as const),
];
/** Values that have broken servers before. What a database can't hold is among them. */
const GARBAGE: readonly unknown[] = [
  ...[undefined, null, true, -1, 0, 1.5, 2 ** 53 - 1, 2 ** 53, '', '0', ' 1', '1e3', '\u0000', '\ud800'],
  ...['__proto__', '9'.repeat(39), `0x${'f'.repeat(40)}`, `0x${'0'.repeat(130)}`, 'x'.repeat(600)],
  ...[[], ['ETHDAI', 7], {}, { toString: 1 }],
];
/** What says that something behind the gateway didn't do its work. */
const BROKEN: readonly string[] = ['UNKNOWN_OUTCOME', 'UNAVAILABLE', 'DEADLINE_PASSED'];

export interface Misbehaviour {
  readonly sent: number;
  /** How often each code came; `answered` for what was no refusal. */
  readonly codes: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/** A funded account that sends every command with every field wrong in every way; each must be answered for itself. */
export async function misbehave(endpoints: Endpoints): Promise<Misbehaviour> {
  const crew = new Crew(endpoints);
  const trader = crew.trader(KEY);
  const { client, chain } = trader;
  const codes: Record<string, number> = {};
  const problems: string[] = [];
  const send = async (command: object) => {
    let code = 'answered';
    try {
      await client.request(command as Command);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      code = error.code;
      if (BROKEN.includes(code) || !(REJECTION_CODES as readonly string[]).includes(code))
        problems.push(`${code} for ${JSON.stringify(command).slice(0, 200)}`);
    }
    codes[code] = (codes[code] ?? 0) + 1;
  };
  try {
    await trader.arrive();
    await crew.bring(trader, crew.token('ETH'), DEPOSIT, DEPOSIT / 2n);
    const order = () => signedOrder(client, chain.wallet, 'sell', '0.1');
    await send({ ...(await order()), cid: CID });
    const commands = wrongCommands(await order());
    const next = async () => {
      for (let command = commands.pop(); command !== undefined; command = commands.pop()) await send(command);
    };
    const sent = commands.length;
    await Promise.all(Array.from({ length: UNDER_WAY }, next));
    await trader.cancelAll();
    return { sent, codes, problems };
  } finally {
    crew.close();
  }
}

/** Each command as it should be but for one field. */
function wrongCommands(order: object): object[] {
  return COMMAND_NAMES.filter((name) => !NOT_SENT.includes(name)).flatMap((name) => {
    const { fields } = COMMANDS[name];
    const token = 'token' in fields ? { token: ZERO_ADDRESS } : {};
    const right = { c: name, ...COMMAND_EXAMPLES[name], ...token, ...(name === 'placeOrder' ? order : {}) };
    return Object.keys(fields).flatMap((field) => GARBAGE.map((value) => ({ ...right, [field]: value })));
  });
}
