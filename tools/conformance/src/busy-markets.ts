import { RestClient } from '@exchange/client';

/** The listed markets in which somebody has orders that the book shows. */
export async function busyMarkets(rest: string): Promise<readonly string[]> {
  const client = new RestClient(rest);
  const { markets } = await client.listed();
  const isBusy = async (market: string) => (await client.orderBook(market)).length > 0;
  const found = await Promise.all(
    Object.keys(markets).map(async (market) => ((await isBusy(market)) ? [market] : [])),
  );
  return found.flat();
}
