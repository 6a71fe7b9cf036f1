import { runTool } from '../../kit/command-line/run-tool';
import { say } from '../../kit/command-line/say';
import { textTable } from '../../kit/text-table';
import { detachMonths, listMonths, restoreMonth } from './archive';
import { HistoryDatabase } from './history-database';
import { archiveOptions, USAGE } from './options';

const HEAD = ['month', 'state', 'orders', 'sides of trades', 'entries', 'postings', 'MB', ''];
const RIGHT = ['right', 'right', 'right', 'right', 'right'] as const;

await runTool(USAGE, async (args) => {
  const { wish, database: url } = archiveOptions(args, process.env);
  const database = await HistoryDatabase.open(url);
  try {
    if (wish.verb === 'detach') await detachMonths(database, wish, say);
    else if (wish.verb === 'restore') await restoreMonth(database, wish, say);
    else {
      const table = textTable([HEAD, ...(await listMonths(database))], ['left', 'left', ...RIGHT, 'left']);
      for (const line of table) say(line);
    }
  } finally {
    await database.close();
  }
});
