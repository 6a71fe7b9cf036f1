import { useState } from 'react';
import { wholeTokens, ZERO_ADDRESS } from '@exchange/core/kernel';
import { Problem } from '../../account/use-task';
import { useAccount } from '../../account/use-ways';
import { useExchange } from '../../exchange/use-exchange';
import { waysText as text } from '../../text/ways';
import { readerSign } from '../../typed/reader-sign';
import { typedUpTo } from '../../typed/typed-up-to';
import { AmountField, TokenChoice } from './token-amount';
import { useFormToken } from './use-form-token';
import { useInWallet } from './use-in-wallet';
import { useTransfer } from './use-transfer';

/** Brings something of the wallet to the exchange: says what it sends, then has the wallet ask. */
export function DepositForm() {
  const chosen = useFormToken();
  return chosen === undefined ? null : <DepositOf {...chosen} />;
}

function DepositOf({ tokens, token, choose }: NonNullable<ReturnType<typeof useFormToken>>) {
  const { config } = useExchange();
  const { account, standing } = useAccount();
  const [typed, type] = useState('');
  const most = useInWallet(token.contract);
  const read = typedUpTo(typed, token.decimals, most, readerSign);
  const isEther = token.contract === ZERO_ADDRESS;
  const mostWords =
    most === undefined
      ? text.funds.notInWallet
      : text.funds.inWallet(wholeTokens(most, token.decimals), token.symbol);
  const { task, begin } = useTransfer(token, read, () => type(''));
  if (account === undefined) return null;
  if (config.depositsPaused === true) return <p role="status">{text.deposit.paused}</p>;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        begin('deposit');
      }}
    >
      <TokenChoice tokens={tokens} chosen={token} choose={choose} />
      <AmountField {...{ token, typed, type, read, most, mostWords }} />
      {read.kind === 'exact' && (
        <div className="signed-words">
          <p>
            {text.deposit.words(
              read.text,
              token.symbol,
              account,
              config.contractAddress,
              chainWords(config),
              config.confirmations,
            )}
          </p>
          {!isEther && <p>{text.deposit.allow(read.text, token.symbol)}</p>}
          <p>{text.deposit.gas}</p>
        </div>
      )}
      <button className="main" disabled={read.kind !== 'exact' || standing !== 'same'}>
        {text.deposit.do}
      </button>
      <Problem task={task} />
      <p className="muted">{text.deposit.warning}</p>
    </form>
  );
}

/** The chain as a sentence names it. */
export const chainWords = ({ network, chainId }: { network: string; chainId: number }): string =>
  `${network} (chain ${chainId})`;
