import { marketMetrics } from '@exchange/contract/metrics';
import { formatRate, type Side } from '@exchange/core/kernel';
import type { BookLine } from '@exchange/core/market-data';
import type { LiveMarkets } from '@exchange/edge/live-market';
import type { Meters, MeterReading } from '@exchange/platform';

const LEVELS = 10;
const SIDES: readonly Side[] = ['buy', 'sell'];
const BPS = 10_000;

/** The depth and the spread of every market, as everybody sees its book. */
export function measureBooks(meters: Meters, markets: Pick<LiveMarkets, 'listing' | 'market'>): void {
  meters.read(marketMetrics.marketDepth, () =>
    booksOf(markets).flatMap(({ market, decimals, lines }) =>
      SIDES.map((side): MeterReading => [[market, side], depth(lines, side) / 10 ** decimals]),
    ),
  );
  meters.read(marketMetrics.marketSpread, () =>
    booksOf(markets).flatMap(({ market, lines }): readonly MeterReading[] => {
      const bps = spread(lines);
      return bps === undefined ? [] : [[[market], bps]];
    }),
  );
}

interface MeasuredBook {
  readonly market: string;
  /** Of the traded token. */
  readonly decimals: number;
  readonly lines: readonly BookLine[];
}

function booksOf(markets: Pick<LiveMarkets, 'listing' | 'market'>): readonly MeasuredBook[] {
  return [...(markets.listing()?.markets() ?? [])].flatMap(({ listed, traded }) => {
    const lines = markets.market(listed.market)?.book.lines(LEVELS);
    return lines === undefined ? [] : [{ market: listed.market, decimals: traded.decimals, lines }];
  });
}

const depth = (lines: readonly BookLine[], side: Side): number =>
  lines.reduce((sum, line) => (line.side === side ? sum + Number(line.amount) : sum), 0);

/** Undefined while a side is empty. */
function spread(lines: readonly BookLine[]): number | undefined {
  const rates = (side: Side) =>
    lines.filter((line) => line.side === side).map((line) => Number(formatRate(line.rateKey)));
  const [bid, ask] = [Math.max(...rates('buy')), Math.min(...rates('sell'))];
  if (!Number.isFinite(bid) || !Number.isFinite(ask)) return undefined;
  return ((ask - bid) / ((ask + bid) / 2)) * BPS;
}
