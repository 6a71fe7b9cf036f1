import { type Address, address, amount, marketId } from '@exchange/core/kernel';

export const ETH = address(`0x${'0'.repeat(40)}`);
export const DAI = address(`0x${'da'.repeat(20)}`);
export const ONE = 10n ** 18n;

const token = (symbol: string, contract: Address) => ({
  symbol,
  contract,
  name: symbol,
  decimals: 18,
  minOrderAmount: amount(10_000_000_000_000_000n),
  minOrderRemaining: amount(0n),
  supply: '0',
  description: 'A token.',
  links: {},
});

/** What is listed in the account world, as operators order it. */
export const TOKENS = [token('ETH', ETH), token('DAI', DAI)];
export const ETHDAI = {
  market: marketId('ETHDAI'),
  traded: 'ETH',
  quote: 'DAI',
  minOrderAmountQuote: amount(ONE),
  minOrderRemainingQuote: amount(0n),
};
