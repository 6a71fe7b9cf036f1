import { describe, expect, it } from '@jest/globals';
import { listedWith } from '../entry/order-plan.fixture';
import { commandsOf, matching } from './command-list';

const names = (change: Partial<Parameters<typeof commandsOf>[0]> = {}) =>
  commandsOf({ listing: listedWith(), isMarket: true, logOff: undefined, ...change }).map(({ name }) => name);

describe('what the page does by name', () => {
  it('is every part, view and market, the account and the theme', () => {
    expect(names()).toEqual([
      ...['Go to: Chart', 'Go to: Book', 'Go to: Order', 'Go to: Yours', 'Go to: Trades', 'Go to: Markets'],
      ...['Funds and keys', 'Market ETH/DAI', 'Connect a wallet', 'Next theme'],
    ]);
  });

  it('has no parts of a market elsewhere, and a way out for who is in', () => {
    expect(names({ isMarket: false, logOff: () => undefined })).toEqual([
      ...['Funds and keys', 'Market ETH/DAI', 'Account', 'Log off', 'Next theme'],
    ]);
  });

  it('is found by words of its name, in any order and case', () => {
    const commands = commandsOf({ listing: listedWith(), isMarket: true, logOff: undefined });
    const found = (typed: string) => matching(commands, typed).map(({ name }) => name);
    expect(found(' dai MARKET')).toEqual(['Market ETH/DAI']);
    expect(found('go ord')).toEqual(['Go to: Order']);
    expect(found('')).toHaveLength(commands.length);
    expect(found('zeppelin')).toEqual([]);
  });
});
