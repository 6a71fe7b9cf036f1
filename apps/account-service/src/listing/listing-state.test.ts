import { describe, expect, it } from '@jest/globals';
import { address, amount, DECIMALS_MAX, MARKET_INDEX_MAX, marketId } from '@exchange/core/kernel';
import { ListingState } from './listing-state';

const token = (symbol: string, number: number, decimals = 18) => ({
  symbol,
  contract: address(`0x${number.toString(16).padStart(40, '0')}`),
  name: symbol,
  ...{
    decimals,
    minOrderAmount: amount(10_000n),
    minOrderRemaining: amount(0n),
    supply: '1000',
    description: 'A token.',
    links: {},
  },
});
const market = (traded: string, quote: string) => ({
  market: marketId(`${traded}${quote}`),
  ...{ traded, quote, minOrderAmountQuote: amount(10_000n), minOrderRemainingQuote: amount(0n) },
});

describe('a listing', () => {
  it('has no token with more decimals than rates are computed with', () => {
    const listing = ListingState.of({ tokens: [], markets: [] });
    expect(listing.listToken(token('MOST', 1, DECIMALS_MAX))).toEqual({ ok: true, value: 'listed' });
    expect(listing.listToken(token('MORE', 2, DECIMALS_MAX + 1))).toMatchObject({
      message: 'decimals must be 1 to 27',
    });
    expect(listing.listToken(token('NONE', 3, 0))).toMatchObject({
      message: 'decimals must be 1 to 27',
    });
  });

  it('has at most as many markets as trade ids tell apart, and the same market again is none more', () => {
    const names = Array.from({ length: 92 }, (_, number) => `T${number}`);
    const listing = ListingState.of({ tokens: [], markets: [] });
    for (const [number, name] of names.entries()) listing.listToken(token(name, number + 1));
    const pairs = names.flatMap((traded) => names.map((quote) => market(traded, quote)));
    const listed = pairs.filter(({ traded, quote }) => traded !== quote).slice(0, MARKET_INDEX_MAX + 1);
    const last = listed.at(-2) ?? market('', '');
    for (const one of listed.slice(0, -1)) expect(listing.listMarket(one)).toMatchObject({ ok: true });
    expect(listing.listMarket(last)).toMatchObject({
      value: { market: { index: MARKET_INDEX_MAX }, isNew: false },
    });
    expect(listing.listMarket(listed.at(-1) ?? last)).toMatchObject({
      code: 'INVALID_LISTING',
      message: '4095 markets are listed, which is the most there can be',
    });
    expect(listing.content().markets).toHaveLength(MARKET_INDEX_MAX);
  });

  it.each([
    ['description', ''],
    ['description', ' \n'],
    ['name', ''],
  ])('has no token without %s, neither at first nor by an edit', (member, value) => {
    const listing = ListingState.of({ tokens: [], markets: [] });
    const refusal = { code: 'INVALID_LISTING', message: `${member} must not be empty` };
    expect(listing.listToken({ ...token('DAI', 1), [member]: value })).toMatchObject(refusal);
    listing.listToken(token('DAI', 1));
    expect(listing.editToken({ ...token('DAI', 1), [member]: value })).toMatchObject(refusal);
  });

  it.each([
    ['ETH', 'USD'],
    ['ETH', 'BTC'],
    ['ET', 'HEUR'],
    ['ether', 'eum'],
    ['ex', 'change'],
  ])('has no market %s%s, whose id names something else', (traded, quote) => {
    const listing = ListingState.of({ tokens: [token(traded, 1), token(quote, 2)], markets: [] });
    expect(listing.listMarket(market(traded, quote))).toMatchObject({
      code: 'INVALID_LISTING',
      message: `${traded}${quote} names a conversion pair or a channel, so it can't be a market`,
    });
  });

  it('has no two markets of one id', () => {
    const symbols = ['A', 'BC', 'AB', 'C'];
    const listing = ListingState.of({
      tokens: symbols.map((symbol, at) => token(symbol, at + 1)),
      markets: [],
    });
    expect(listing.listMarket(market('AB', 'C'))).toMatchObject({ ok: true });
    expect(listing.listMarket(market('A', 'BC'))).toMatchObject({
      code: 'INVALID_LISTING',
      message: 'ABC is the market of AB and C',
    });
  });

  it.each([
    ['name', 'Other', 'ALREADY_LISTED'],
    ['decimals', 6, 'INVALID_LISTING'],
    ['contract', address(`0x${'77'.repeat(20)}`), 'INVALID_LISTING'],
    ['minOrderAmount', '10001', 'ALREADY_LISTED'],
    ['minOrderRemaining', '1', 'ALREADY_LISTED'],
    ['description', 'Another.', 'ALREADY_LISTED'],
    ['links', { website: 'https://example.org' }, 'ALREADY_LISTED'],
  ])('refuses a listed token with another %s', (member, value, code) => {
    const listing = ListingState.of({ tokens: [token('DAI', 1)], markets: [] });
    expect(listing.listToken({ ...token('DAI', 1), [member]: value })).toMatchObject({
      code,
      message: expect.stringContaining(`another ${member}, which`),
    });
    expect(listing.content().tokens).toEqual([token('DAI', 1)]);
  });

  it('takes the same again, whatever the order of the links and whatever the chain said of the supply', () => {
    const links = { website: 'https://example.org', github: 'https://example.com' };
    const listing = ListingState.of({ tokens: [{ ...token('DAI', 1), links }], markets: [] });
    listing.setSupply(address(token('DAI', 1).contract), 7n);
    const again = { ...token('DAI', 1), links: { github: links.github, website: links.website } };
    expect(listing.listToken(again)).toEqual({ ok: true, value: 'unchanged' });
  });

  it.each(['minOrderAmountQuote', 'minOrderRemainingQuote'])(
    'refuses a listed market with another %s',
    (member) => {
      const listing = ListingState.of({ tokens: [token('ETH', 0), token('DAI', 1)], markets: [] });
      listing.listMarket(market('ETH', 'DAI'));
      expect(listing.listMarket({ ...market('ETH', 'DAI'), [member]: '7' })).toMatchObject({
        code: 'ALREADY_LISTED',
        message: `ETHDAI is listed with another ${member}, which can be edited`,
      });
    },
  );

  it('is edited, but for what balances and orders stand on', () => {
    const tokens = [token('ETH', 0), token('DAI', 1), token('USD', 2)];
    const listing = ListingState.of({ tokens, markets: [] });
    listing.listMarket(market('ETH', 'DAI'));
    listing.listMarket(market('DAI', 'USD'));
    listing.setStatus('ETHDAI', 'post_only');
    const { contract, decimals, supply, ...rest } = token('DAI', 1);
    const edit = { ...rest, minOrderRemaining: amount(5n), description: 'New.' };
    const changed = listing.editToken(edit);
    expect(changed.ok && changed.value.map((each) => each.market)).toEqual(['ETHDAI', 'DAIUSD']);
    expect(listing.content().tokens[1]).toEqual({ ...edit, contract, decimals, supply });
    expect(listing.engineRules('DAIUSD')).toMatchObject({ minOrderRemaining: 5n });
    const minimums = { minOrderAmountQuote: amount(8n), minOrderRemainingQuote: amount(9n) };
    expect(listing.editMarket({ market: marketId('ETHDAI'), ...minimums })).toMatchObject({ ok: true });
    expect(listing.market('ETHDAI')).toMatchObject({ ...minimums, index: 1, status: 'post_only' });
    expect(listing.editMarket({ market: marketId('DAIETH'), ...minimums })).toMatchObject({
      code: 'UNKNOWN_MARKET',
    });
    expect(listing.editToken({ ...edit, symbol: 'XYZ' })).toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });
});
