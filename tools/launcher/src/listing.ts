import { accountCommands, type RequestDefinition, type RequestOf } from '@exchange/contract/bus';
import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { type Bus, connectNats, createLog, UnavailableError } from '@exchange/platform';
import type { Deployment } from './deploy';
import { until } from './delay';
import { ETHER, MARKETS, TEST_TOKENS, type TestToken, tokenOf } from './listed';

const OPERATOR = 'operator';
/** Where everything is decided that concerns all accounts. */
const GLOBAL_PARTITION = 0;
const ANSWER_MS_MAX = 5_000;
const OWNER_MS_MAX = 30_000;

/** Sends an operator's command as soon as its owner is there; throws what it was refused with. */
async function order<D extends RequestDefinition>(
  bus: Bus,
  definition: D,
  request: RequestOf<D>,
): Promise<void> {
  const subject = definition.subject(GLOBAL_PARTITION, OPERATOR);
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
  if (!reply.ok) throw new Error(`${subject} was refused: ${reply.code}: ${reply.message}`);
}

function tokenRequest(token: TestToken, contract: string): RequestOf<typeof accountCommands.listToken> {
  const { symbol, name, decimals, minOrderAmount, minOrderRemaining, description } = token;
  return {
    ...{ symbol, name, decimals, contract, description },
    minOrderAmount: minOrderAmount.toString(),
    minOrderRemaining: minOrderRemaining.toString(),
    supply: '0',
    links: {},
  };
}

function marketRequest(traded: string, quote: string): RequestOf<typeof accountCommands.listMarket> {
  const { minOrderAmount, minOrderRemaining } = tokenOf(quote);
  return {
    ...{ market: traded + quote, traded, quote },
    minOrderAmountQuote: minOrderAmount.toString(),
    minOrderRemainingQuote: minOrderRemaining.toString(),
  };
}

/** Lists every token and market, as an operator does. What is listed already stays as it is. */
export async function listMarkets(natsUrl: string, password: string, deployment: Deployment): Promise<void> {
  // What goes wrong is thrown by the requests, and the console is for people.
  const log = createLog(OPERATOR, 'fatal');
  const bus = await connectNats({ url: natsUrl, user: OPERATOR, password, log });
  try {
    await order(bus, accountCommands.listToken, tokenRequest(ETHER, ZERO_ADDRESS));
    for (const token of TEST_TOKENS) {
      const contract = deployment.tokens[token.symbol];
      if (contract === undefined) throw new Error(`${token.symbol} was not deployed`);
      await order(bus, accountCommands.listToken, tokenRequest(token, contract));
    }
    for (const [traded, quote] of MARKETS) {
      await order(bus, accountCommands.listMarket, marketRequest(traded, quote));
    }
  } finally {
    await bus.close();
  }
}
