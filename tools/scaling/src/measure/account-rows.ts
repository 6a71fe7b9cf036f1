import { RecordReader } from '../../../kit/running/moment';

/** A line pointer, and of an index its tuple's head beside the key. */
const POINTER = 4;
const INDEX_HEAD = 8;
const TOKENS = 2;

/** Kilobytes of the rows and index entries of an account with two tokens, by what the database says of those that it has. */
export async function accountKb(database: string): Promise<number> {
  const reader = await RecordReader.open(database);
  try {
    return await reader.atOneMoment(async (record) => {
      const [row] = await record.rows<{ account: number; balance: number }>(`
        SELECT (SELECT avg(pg_column_size(a.*) + pg_column_size(address))::float8 FROM account_service.account AS a) AS account,
          (SELECT avg(pg_column_size(b.*) + pg_column_size(account) + pg_column_size(token))::float8
           FROM account_service.balance AS b) AS balance`);
      const each = 2 * POINTER + INDEX_HEAD;
      const bytes = (row?.account ?? 0) + each + TOKENS * ((row?.balance ?? 0) + each);
      if (!(bytes > 0)) throw new Error('there is no account');
      return bytes / 1024;
    });
  } finally {
    await reader.close();
  }
}
