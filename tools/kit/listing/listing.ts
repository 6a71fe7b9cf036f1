import { operatorCommands, type RequestDefinition, type RequestOf } from '@exchange/contract/bus';
import { type Address, address, amount, marketId, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { LocalDeployment } from '../chain/deploy';
import { byTwo } from '../operator/by-two';
import type { AskedStep } from '../operator/desk-client';
import type { DeskPlace } from '../operator/sign-in';
import { ETHER, MARKETS, TEST_TOKENS, type TestToken, tokenOf } from './listed';
import { RAISED_POINTS } from './raised-points';

/** An action with what its owner's request says. */
const stepOf = <Q>(action: string, { request }: RequestDefinition<Q>, content: Q): AskedStep => ({
  action,
  content: request.write(content) as object,
});

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

/** Gives accounts that are for trying and for loads as many points as they may need. */
export async function raiseAccounts(desk: DeskPlace, accounts: readonly Address[]): Promise<void> {
  const { setAccountLimits } = operatorCommands;
  const steps = accounts.map((account) =>
    stepOf('set-account-limits', setAccountLimits, { account, pointTenths: RAISED_POINTS * 10 }),
  );
  await byTwo(desk, steps, 'accounts for trying the exchange out');
}

/** Lists tokens with their contracts, and markets of them. What is listed already stays as it is. */
export async function list(
  desk: DeskPlace,
  tokens: readonly (readonly [token: TestToken, contract: string])[],
  markets: readonly (readonly [traded: string, quote: TestToken])[],
): Promise<void> {
  const { listToken, listMarket } = operatorCommands;
  const reason = 'tokens and markets for trying the exchange out';
  const listed = tokens.map(([token, contract]) =>
    stepOf('list-token', listToken, tokenRequest(token, contract)),
  );
  const opened = markets.map(([traded, quote]) =>
    stepOf('list-market', listMarket, marketRequest(traded, quote)),
  );
  // An operator may have edited it since, or another release says it in other words.
  await byTwo(desk, listed, reason, 'ALREADY_LISTED');
  await byTwo(desk, opened, reason, 'ALREADY_LISTED');
}

/** Lists every token and market of the embedded setup, as operators do. */
export async function listMarkets(desk: DeskPlace, deployment: LocalDeployment): Promise<void> {
  const deployed = TEST_TOKENS.map((token): [TestToken, string] => {
    const contract = deployment.tokens[token.symbol];
    if (contract === undefined) throw new Error(`${token.symbol} was not deployed`);
    return [token, contract];
  });
  const markets = MARKETS.map(([traded, quote]) => [traded, tokenOf(quote)] as const);
  await list(desk, [[ETHER, ZERO_ADDRESS], ...deployed], markets);
}
