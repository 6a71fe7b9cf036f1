import type { ConfigObject, LimitsView } from '../config';
import type { FeeTierArray } from '../encode/personal';
import type { Listed, ListedMarket, ListedToken, TokenView } from '../listing';
import { asList, asNumber, asObject, asText, listOf, oneOf, type Reader } from './position';

const mapOf =
  <T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, what) =>
    Object.fromEntries(
      Object.entries(asObject(value, what)).map(([key, item]) => [key, read(item, `${what} ${key}`)]),
    );

const decodeListedToken: Reader<ListedToken> = (value, what) => {
  const { contract, name, decimals } = asObject(value, what);
  return {
    contract: asText(contract, `${what} contract`),
    name: asText(name, `${what} name`),
    decimals: asNumber(decimals, `${what} decimals`),
  };
};

const decodeListedMarket: Reader<ListedMarket> = (value, what) => {
  const market = asObject(value, what);
  return {
    traded: asText(market.traded, `${what} traded`),
    quote: asText(market.quote, `${what} quote`),
    minOrderAmountQuote: asText(market.minOrderAmountQuote, `${what} minOrderAmountQuote`),
    minOrderRemainingQuote: asText(market.minOrderRemainingQuote, `${what} minOrderRemainingQuote`),
    status: oneOf('open', 'post_only', 'cancel_only')(market.status, `${what} status`),
  };
};

export const decodeListed: Reader<Listed<ListedMarket>> = (value, what) => {
  const { tokens, markets } = asObject(value, what);
  return {
    tokens: mapOf(decodeListedToken)(tokens, 'token'),
    markets: mapOf(decodeListedMarket)(markets, 'market'),
  };
};

export const decodeTokenInfo: Reader<TokenView> = (value, what) => {
  const token = asObject(value, what);
  return {
    ...decodeListedToken(value, what),
    symbol: asText(token.symbol, `${what} symbol`),
    minOrderAmount: asText(token.minOrderAmount, `${what} minOrderAmount`),
    minOrderRemaining: asText(token.minOrderRemaining, `${what} minOrderRemaining`),
    supply: asText(token.supply, `${what} supply`),
    description: asText(token.description, `${what} description`),
    links: mapOf(asText)(token.links, `${what} link`),
  };
};

const decodeFeeRow: Reader<FeeTierArray> = (value, what) => {
  const [volume, maker, taker] = asList(value, what);
  return [
    asNumber(volume, `${what} volume`),
    asNumber(maker, `${what} maker`),
    asNumber(taker, `${what} taker`),
  ];
};

const decodeLimits: Reader<LimitsView> = (value, what) => {
  const limits = asObject(value, what);
  return {
    frameCharacters: asNumber(limits.frameCharacters, 'frameCharacters'),
    commandsPerFrame: asNumber(limits.commandsPerFrame, 'commandsPerFrame'),
    connectionsPerAddress: asNumber(limits.connectionsPerAddress, 'connectionsPerAddress'),
    newConnectionsPerAddress: asNumber(limits.newConnectionsPerAddress, 'newConnectionsPerAddress'),
    points: asNumber(limits.points, 'points'),
    pointsPerAddress: asNumber(limits.pointsPerAddress, 'pointsPerAddress'),
    pointWindowSeconds: asNumber(limits.pointWindowSeconds, 'pointWindowSeconds'),
  };
};

export const decodeConfig: Reader<ConfigObject> = (value, what) => {
  const config = asObject(value, what);
  return {
    contractAddress: asText(config.contractAddress, 'contractAddress'),
    network: asText(config.network, 'network'),
    conversionCurrencies: mapOf(asText)(config.conversionCurrencies, 'conversion currency'),
    barDataPrecisions: mapOf(asNumber)(config.barDataPrecisions, 'bar precision'),
    name: asText(config.name, 'name'),
    chainId: asNumber(config.chainId, 'chainId'),
    confirmations: asNumber(config.confirmations, 'confirmations'),
    time: asNumber(config.time, 'time'),
    fees: listOf(decodeFeeRow)(config.fees, 'fees'),
    limits: decodeLimits(config.limits, 'limits'),
  };
};
