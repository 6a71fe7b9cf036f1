import { marketAddress } from '../app/route';
import { nextTheme } from '../app/theme';
import { askWays } from '../account/ask-ways';
import { MARKET_VIEWS, type MarketPart, showView } from '../market/shown-view';
import { commandText as text } from '../text/commands';
import { text as pageText } from '../text/en';
import type { ListedMarkets } from '../exchange/exchange';

/** Something that the page does by name. */
export interface PageCommand {
  readonly name: string;
  readonly run: () => void;
}

/** What a list of commands is made from. */
export interface CommandParts {
  readonly listing: ListedMarkets;
  /** Only a market's view has parts to go to. */
  readonly isMarket: boolean;
  /** There while somebody is logged in. */
  readonly logOff: (() => void) | undefined;
}

/** Everything that can be done by name now: parts of the view, other views and markets, the account, the theme. */
export function commandsOf({ listing, isMarket, logOff }: CommandParts): readonly PageCommand[] {
  const goTo = (address: string) => () => {
    location.hash = address;
  };
  const parts = isMarket
    ? MARKET_VIEWS.map((view) => ({ name: nameOf(view), run: () => showView(view) }))
    : [];
  const markets = Object.entries(listing.markets).map(([id, { traded, quote }]) => ({
    name: text.market(traded, quote),
    run: goTo(marketAddress(id)),
  }));
  return [
    ...parts,
    { name: text.funds, run: goTo('#/funds') },
    ...markets,
    { name: logOff === undefined ? text.connect : text.account, run: askWays },
    ...(logOff === undefined ? [] : [{ name: text.logOff, run: logOff }]),
    { name: text.theme, run: nextTheme },
  ];
}

const nameOf = (view: MarketPart): string => text.goTo(pageText.views[view]);

/** The commands whose names have every typed word in them, in their order. */
export function matching(commands: readonly PageCommand[], typed: string): readonly PageCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
