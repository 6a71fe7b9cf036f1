import { Cell } from '../exchange/cell';
import { firstControl, focusAfterDrawing } from '../ui/focus-after-drawing';

/** What a narrow window shows one of at a time; a wide one has them all beside each other. */
export const MARKET_VIEWS = ['chart', 'book', 'entry', 'own', 'trades', 'markets'] as const;
export type MarketPart = (typeof MARKET_VIEWS)[number];

/** The part that a narrow window shows. */
export const shownView = new Cell<MarketPart>('chart');

const PLACES: Readonly<Record<MarketPart, string>> = {
  ...{ chart: 'chart', book: 'book', entry: 'entry', own: 'own', trades: 'trades', markets: 'list' },
};

/** Shows a part of the market's view, and gives its first control the focus. */
export function showView(view: MarketPart): void {
  shownView.set(view);
  focusAfterDrawing(() => firstControl(`.area-${PLACES[view]}`));
}
