import { operatorCommands, type RequestDefinition, type RequestOf } from '@exchange/contract/bus';
import {
  type Address,
  address,
  amount,
  marketId,
  partitionOf,
  type RejectionCode,
  ZERO_ADDRESS,
} from '@exchange/core/kernel';
import { type Bus, connectNats, createLog, UnavailableError } from '@exchange/platform';
import type { LocalDeployment } from '../chain/deploy';
import { until } from '../until';
import { ETHER, MARKETS, TEST_TOKENS, type TestToken, tokenOf } from './listed';

const OPERATOR = 'operator-gateway';
/** Where everything is decided that concerns all accounts. */
const GLOBAL_PARTITION = 0;
const ANSWER_MS_MAX = 5_000;
const OWNER_MS_MAX = 30_000;

/** Sends an operator's command as soon as its owner is there; throws what it was refused with, but for `accepted`. */
async function order<D extends RequestDefinition>(
  bus: Bus,
  definition: D,
  request: RequestOf<D>,
  { partition = GLOBAL_PARTITION, accepted }: { partition?: number; accepted?: RejectionCode } = {},
): Promise<void> {
  const subject = definition.subject(partition, OPERATOR);
  const ask = async () => {
    try {
      return await bus.request(subject, definition.encodeRequest(request), ANSWER_MS_MAX);
    } catch (error) {
      if (error instanceof UnavailableError) return undefined;
      throw error;
    }
  };
  const answer = await until(ask, {
    everyMs: 100,
    timeoutMs: OWNER_MS_MAX,
    failure: () => `nobody serves ${subject}`,
  });
  const reply = definition.decodeReply(answer);
  if (!reply.ok && reply.code !== accepted)
    throw new Error(`${subject} was refused: ${reply.code}: ${reply.message}`);
}

function tokenRequest(token: TestToken, contract: string): RequestOf<typeof operatorCommands.listToken> {
  const { symbol, name, decimals, minOrderAmount, minOrderRemaining, description } = token;
  return {
    ...{ symbol, name, decimals, contract: address(contract), description },
    minOrderAmount: amount(minOrderAmount),
    minOrderRemaining: amount(minOrderRemaining),
    supply: '0',
    links: {},
  };
}

function marketRequest(traded: string, quote: TestToken): RequestOf<typeof operatorCommands.listMarket> {
  const { minOrderAmount, minOrderRemaining } = quote;
  return {
    ...{ market: marketId(traded + quote.symbol), traded, quote: quote.symbol },
    minOrderAmountQuote: amount(minOrderAmount),
    minOrderRemainingQuote: amount(minOrderRemaining),
  };
}

async function asOperator(
  natsUrl: string,
  password: string,
  work: (bus: Bus) => Promise<void>,
): Promise<void> {
  // What goes wrong is thrown by the requests, and the console is for people.
  const log = createLog(OPERATOR, 'fatal');
  const bus = await connectNats({ url: natsUrl, user: OPERATOR, password, log });
  try {
    await work(bus);
  } finally {
    await bus.close();
  }
}

/** Points in 10 s: a few of the accounts can together offer thousands of orders a second. */
const RAISED_POINTS = 50_000;

/** Gives accounts that are for trying and for loads as many points as they may need. */
export async function raiseAccounts(
  natsUrl: string,
  password: string,
  accounts: readonly Address[],
): Promise<void> {
  const raise = (bus: Bus) => async (account: Address) =>
    order(
      bus,
      operatorCommands.setAccountLimits,
      { account, pointTenths: RAISED_POINTS * 10 },
      { partition: partitionOf(account) },
    );
  await asOperator(natsUrl, password, async (bus) => {
    await Promise.all(accounts.map(raise(bus)));
  });
}

/** Lists tokens with their contracts, and markets of them. What is listed already stays as it is. */
export async function list(
  natsUrl: string,
  password: string,
  tokens: readonly (readonly [token: TestToken, contract: string])[],
  markets: readonly (readonly [traded: string, quote: TestToken])[],
): Promise<void> {
  // An operator may have edited it since, or another release says it in other words.
  const accepted = { accepted: 'ALREADY_LISTED' } as const;
  await asOperator(natsUrl, password, async (bus) => {
    for (const [token, contract] of tokens) {
      await order(bus, operatorCommands.listToken, tokenRequest(token, contract), accepted);
    }
    for (const [traded, quote] of markets) {
      await order(bus, operatorCommands.listMarket, marketRequest(traded, quote), accepted);
    }
  });
}

/** Lists every token and market of the embedded setup, as an operator does. */
export async function listMarkets(
  natsUrl: string,
  password: string,
  deployment: LocalDeployment,
): Promise<void> {
  const deployed = TEST_TOKENS.map((token): [TestToken, string] => {
    const contract = deployment.tokens[token.symbol];
    if (contract === undefined) throw new Error(`${token.symbol} was not deployed`);
    return [token, contract];
  });
  const markets = MARKETS.map(([traded, quote]) => [traded, tokenOf(quote)] as const);
  await list(natsUrl, password, [[ETHER, ZERO_ADDRESS], ...deployed], markets);
}
