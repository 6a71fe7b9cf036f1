import { runTool } from '../../kit/command-line/run-tool';
import { readFlags } from '../../kit/command-line/read-flags';
import { RecordReader } from '../../kit/running/moment';
import { databaseOf } from '../../kit/running/record-place';
import { textTable } from '../../kit/text-table';
import { ordersIn, shareOf, tableSizes } from './table-sizes';

const USAGE = `npm run rows [-- options]: how many bytes the database keeps for an order, table by table

  --data-dir FOLDER   data folder of the exchange; default EXCHANGE_DATA_DIR, else .exchange
  --database URL      its database, as the role auditor; default what the data folder says
  --help              this text

Heap and indexes as they are on disk, with the room in them that is free to be used again. Tables whose rows go
again (notices, the outbox, what is open) stand apart: they don't grow with the number of orders.
`;

const bytes = (size: number) => size.toFixed(0);

await runTool(USAGE, async (args) => {
  const { database, 'data-dir': folder } = readFlags(['data-dir', 'database'] as const, args, USAGE);
  const reader = await RecordReader.open(database ?? databaseOf(process.env, folder));
  try {
    await reader.atOneMoment(async (record) => {
      const orders = await ordersIn(record);
      if (orders === 0) throw new Error('no order was ever placed: there is nothing to divide by');
      const sizes = (await tableSizes(record)).map((size) => shareOf(size, orders));
      const lines = sizes.map(({ table, rows, heap, indexes, all, forgets }) => [
        ...[table, rows.toFixed(2), bytes(heap), bytes(indexes), bytes(all), forgets ? 'forgets' : ''],
      ]);
      const kept = sizes.filter(({ forgets }) => !forgets).reduce((sum, { all }) => sum + all, 0);
      const head = ['an order has', 'rows', 'heap', 'indexes', 'bytes', ''];
      const table = textTable([head, ...lines], ['left', 'right', 'right', 'right', 'right', 'left']);
      for (const line of table) console.log(line);
      console.log(`${orders} orders; ${bytes(kept)} bytes an order stay`);
    });
  } finally {
    await reader.close();
  }
});
