import { useState } from 'react';
import { Problem, useTask } from '../account/use-task';
import { useExchange, useListing } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { faucetOf } from './faucet';

/** Whole tokens of everything but ether. */
const TOKENS = 10_000n;
const ETHER = 10n;

/** Gives the account what is worth nothing; on development chains only. */
export function FaucetPanel({ account }: { account: string }) {
  const { config } = useExchange();
  const listing = useListing();
  const task = useTask();
  const [given, setGiven] = useState('');
  const faucet = faucetOf(config);
  if (faucet === undefined) return null;
  const tokens = Object.entries(listing.tokens);
  const gifts = tokens.map(([symbol, { contract, decimals }]) => {
    const whole = symbol === 'ETH' ? ETHER : TOKENS;
    return { contract: contract.toLowerCase(), amount: whole * 10n ** BigInt(decimals) };
  });
  return (
    <section className="funds-part" aria-label={text.faucet.title}>
      <h2>{text.faucet.title}</h2>
      <p>{text.faucet.what}</p>
      <button
        type="button"
        disabled={task.isBusy}
        onClick={() =>
          task.run(async () => {
            setGiven('');
            await faucet.give(account, gifts);
            setGiven(text.faucet.given(tokens.map(([symbol]) => symbol).join(', ')));
          })
        }
      >
        {text.faucet.all}
      </button>
      <p role="status">{task.isBusy ? text.faucet.giving : given}</p>
      <Problem task={task} />
    </section>
  );
}
