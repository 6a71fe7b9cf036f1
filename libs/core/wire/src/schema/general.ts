import { type Static, Type } from '@sinclair/typebox';
import { MARKET_STATUSES } from '@exchange/core/message';
import { positioned } from './layout';
import { feeTier } from './personal';
import { address, among, amount, decimal, listOf, mapOf, number, object, timeMs, uint, words } from './value';

/** seed: Token info. Amounts in its smallest unit; supply in whole tokens. */
export const tokenInfo = object('TokenInfo', 'What is known of a token.', {
  name: words('name'),
  symbol: words('symbol'),
  contract: address('its contract; the zero address for ether'),
  decimals: uint('digits between the smallest unit and a whole token'),
  minOrderAmount: amount('least amount of an order'),
  minOrderRemaining: amount(
    'an order of which less than this is left in the book after a trade is canceled, or waits for an edit',
  ),
  supply: decimal('whole tokens that exist'),
  description: words('free text'),
  links: mapOf(words('URL'), 'pages about it; only those that the listing has'),
});
/** A listed token (seed: Token info). */
export type TokenView = Readonly<Static<typeof tokenInfo>>;

const status = among('what orders it takes: all, only makers, none, none ever again', ...MARKET_STATUSES);

export const listedToken = object('ListedToken', 'A token in the listing, with its minimums.', {
  contract: address('its contract; the zero address for ether'),
  name: words('name'),
  decimals: uint('digits between the smallest unit and a whole token'),
  minOrderAmount: amount('least amount of an order'),
  minOrderRemaining: amount(
    'an order of which less than this is left in the book after a trade is canceled, or waits for an edit',
  ),
  status: among(
    'the most that one of its markets takes; cancel_only while it has no market',
    ...MARKET_STATUSES,
  ),
});
export type ListedToken = Readonly<Static<typeof listedToken>>;

export const listedMarket = object('ListedMarket', 'A market in the listing, with its minimums.', {
  traded: words('symbol of the traded token'),
  quote: words('symbol of the quote token'),
  status,
  minOrderAmountQuote: amount('least value of an order, in the quote token'),
  minOrderRemainingQuote: amount('an order whose rest is worth less is canceled, in the quote token'),
});
export type ListedMarket = Readonly<Static<typeof listedMarket>>;

export const listed = object('Listed', 'All tokens by symbol and all markets by id.', {
  tokens: mapOf(listedToken, 'tokens by symbol'),
  markets: mapOf(listedMarket, 'markets by id'),
});

export const limits = object('Limits', 'Limits of who asks.', {
  frameCharacters: uint('longest frame, in UTF-16 units'),
  commandsPerFrame: uint('most commands in a frame'),
  connectionsPerAddress: uint('most connections of one address'),
  newConnectionsPerAddress: uint('most new ones in a window'),
  points: number('points of a connection, and of an account, in a window'),
  pointsPerAddress: number('points over all connections of an address in a window'),
  pointWindowSeconds: number('length of the sliding window'),
});
/** Limits that a client should know. */
export type LimitsView = Readonly<Static<typeof limits>>;

export const config = object('Config', 'What this deployment is.', {
  contractAddress: address('the exchange contract, part of what orders sign'),
  network: words('name of the network'),
  conversionCurrencies: mapOf(words('sign'), 'currencies by code'),
  barDataPrecisions: mapOf(uint('seconds'), 'bar intervals by name'),
  name: words('name in the EIP-712 domain'),
  chainId: uint('chain id in the EIP-712 domain'),
  confirmations: uint('blocks until what the chain says is final'),
  time: timeMs("the server's clock"),
  fees: listOf(feeTier.schema, 'the fee schedule in force'),
  limits,
  websocketUrl: Type.Optional(words('where the websocket is; absent when the operator says nothing')),
  explorerUrl: Type.Optional(
    words("the chain's block explorer: /tx/ and a transaction's hash, /address/ and an address follow"),
  ),
  rpcUrl: Type.Optional(words('a node of the chain that pages may ask; on development chains only')),
  depositRouter: Type.Optional(
    address('contract that takes deposits by permits (EIP-2612, Permit2); absent in earlier releases'),
  ),
  demoBarsBefore: Type.Optional(
    timeMs('bars that open before are made up: nobody traded so; on development chains only'),
  ),
  waitingPeriod: Type.Optional(
    uint('seconds until the contract lets an exit, a removal or a cancellation without co-signature through'),
  ),
  depositsPaused: Type.Optional(
    Type.Literal(true, { description: 'the contract takes no deposits now; absent when it does' }),
  ),
  nextFees: Type.Optional(
    object('NextFees', 'The fee schedule that was announced; absent when none was.', {
      startsAt: timeMs('orders that are accepted or edited from then on have its rates'),
      fees: listOf(feeTier.schema, 'the schedule'),
    }),
  ),
});
/** The config object of the websocket and of REST (seed: Config). */
export type ConfigObject = Readonly<Static<typeof config>>;

export const reconnect = Type.Tuple(
  [
    positioned('SECONDS', uint('seconds until the client should reconnect; may be 0')),
    positioned('MESSAGE', words('why; may be empty')),
  ],
  { title: 'Reconnect' },
);
