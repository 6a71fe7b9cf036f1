import { wholeTokens } from '@exchange/core/kernel';
import { useWays } from '../account/use-ways';
import { useCell, useListing } from '../exchange/use-exchange';
import { grouped } from '../market/figures';
import { waysText as text } from '../text/ways';
import { Notice } from '../ui/notice';
import { type TokenFunds, balanceRows } from './balance-rows';

const COLUMNS = ['usable', 'inOrders', 'arriving', 'leaving', 'blocked', 'settled'] as const;

/** What the account has of each token, told apart and explained. */
export function BalancesTable({ hasFaucet }: { hasFaucet: boolean }) {
  const { own } = useWays();
  const { tokens } = useListing();
  const balances = useCell(own.balances);
  const entries = useCell(own.entries);
  if (balances === undefined) return <Notice title={text.funds.loading} />;
  const rows = balanceRows(balances, entries ?? []);
  if (rows.length === 0)
    return <Notice title={text.funds.none} hint={hasFaucet ? text.funds.noneFaucet : text.funds.noneHint} />;
  return (
    <>
      <div className="wide" tabIndex={0} role="region" aria-label={text.funds.title}>
        <table className="balances">
          <thead>
            <tr>
              <th scope="col">{text.funds.columns.token}</th>
              {COLUMNS.map((column) => (
                <th scope="col" key={column} title={text.funds.meanings[column]}>
                  {text.funds.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.symbol} row={row} decimals={tokens[row.symbol]?.decimals ?? 0} />
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>{text.funds.explain}</summary>
        <dl className="meanings">
          {COLUMNS.map((column) => (
            <div key={column}>
              <dt>{text.funds.columns[column]}</dt>
              <dd>{text.funds.meanings[column]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Row({ row, decimals }: { row: TokenFunds; decimals: number }) {
  const shown = (amount: bigint) =>
    `${amount < 0n ? '−' : ''}${grouped(wholeTokens(amount < 0n ? -amount : amount, decimals))}`;
  return (
    <tr>
      <th scope="row">{row.symbol}</th>
      {COLUMNS.map((column) => (
        <td key={column} data-column={column} className={row[column] === 0n ? 'figures muted' : 'figures'}>
          {shown(row[column])}
          {column === 'settled' && row.settling !== 0n && (
            <small className="muted"> {text.funds.settling(shown(row.settling))}</small>
          )}
        </td>
      ))}
    </tr>
  );
}
