import { useState } from 'react';
import { wholeTokens } from '@exchange/core/kernel';
import { LoginStep } from '../../account/login-step';
import { Problem } from '../../account/use-task';
import { useAccount, useWays } from '../../account/use-ways';
import { useCell, useExchange } from '../../exchange/use-exchange';
import { waysText as text } from '../../text/ways';
import { Choice } from '../../ui/choice';
import { chainWords } from './deposit-form';
import { readerSign } from '../../typed/reader-sign';
import { typedUpTo } from '../../typed/typed-up-to';
import { AmountField, TokenChoice } from './token-amount';
import { useFormToken } from './use-form-token';
import { useTransfer } from './use-transfer';

type Way = keyof typeof text.withdraw.hows;
const WAYS: readonly (readonly [Way, string])[] = [
  ['withdraw', text.withdraw.hows.withdraw],
  ['submit', text.withdraw.hows.submit],
];

/** Takes something out of the exchange, with its co-signature, in one of two ways. */
export function WithdrawForm() {
  const chosen = useFormToken();
  const { isOwn, standing } = useAccount();
  if (chosen === undefined) return null;
  if (isOwn) return <WithdrawalOf {...chosen} />;
  return (
    <>
      <p>{text.withdraw.needsOwn}</p>
      {standing === 'same' && <LoginStep done={() => undefined} />}
    </>
  );
}

function WithdrawalOf({ tokens, token, choose }: NonNullable<ReturnType<typeof useFormToken>>) {
  const { config } = useExchange();
  const { own } = useWays();
  const { account, standing } = useAccount();
  const balances = useCell(own.balances);
  const [typed, type] = useState('');
  const [way, setWay] = useState<Way>('withdraw');
  const most = BigInt(balances?.get(token.symbol)?.usable ?? 0);
  const read = typedUpTo(typed, token.decimals, most, readerSign);
  const { task, begin } = useTransfer(token, read, () => type(''));
  if (account === undefined) return null;
  const words = way === 'withdraw' ? text.withdraw.words : text.withdraw.submitWords;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        begin(way);
      }}
    >
      <TokenChoice tokens={tokens} chosen={token} choose={choose} />
      <Choice label={text.withdraw.how} hint={text.withdraw.how} options={WAYS} value={way} choose={setWay} />
      <p className="muted">{text.withdraw.howHints[way]}</p>
      <AmountField
        {...{ token, typed, type, read, most }}
        mostWords={text.funds.usable(wholeTokens(most, token.decimals), token.symbol)}
      />
      {read.kind === 'exact' && (
        <p className="signed-words">{words(read.text, token.symbol, account, chainWords(config))}</p>
      )}
      <button className="main" disabled={read.kind !== 'exact' || standing !== 'same'}>
        {text.withdraw.do[way]}
      </button>
      <Problem task={task} />
    </form>
  );
}
