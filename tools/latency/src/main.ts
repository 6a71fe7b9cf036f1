import { RestClient } from '@exchange/client';
import { parseEther } from 'ethers';
import { runTool } from '../../kit/command-line/run-tool';
import { Crew } from '../../kit/trading/crew';
import { measure } from './measure';
import { type LatencyOptions, latencyOptions, USAGE } from './options';
import { latencyLine } from '../../kit/percentiles';
import { MARKET } from '../../kit/trading/signed-order';

/** Traders of the demo that its markets never seat: the operator has raised their limits too. */
const [MAKER, TAKER] = [38, 39] as const;

async function run({ orders, endpoints }: LatencyOptions): Promise<void> {
  if ((await new RestClient(endpoints.rest).orderBook(MARKET)).length > 0) {
    throw new Error(
      `There are orders in the book of ${MARKET}, and it must be empty. Start without --demo and with other data: ` +
        'EXCHANGE_DATA_DIR=/some/new/folder npm start, or npm start -- --reset to forget what is there.',
    );
  }
  const crew = new Crew(endpoints);
  const [maker, taker] = [crew.trader(MAKER), crew.trader(TAKER)];
  try {
    await Promise.all([maker.arrive(), taker.arrive()]);
    const needed = parseEther('0.02') * BigInt(orders) + parseEther('1');
    await Promise.all([
      crew.bring(maker, crew.token('ETH'), needed),
      crew.bring(taker, crew.token('DAI'), needed * 300n),
    ]);
    const { accepted, filled } = await measure(maker, taker, orders);
    console.log(latencyLine('placeOrder → accepted', accepted));
    console.log(latencyLine('placeOrder → both sides know of the fill', filled));
  } finally {
    crew.close();
  }
}

await runTool(USAGE, (args) => run(latencyOptions(args, process.env)));
