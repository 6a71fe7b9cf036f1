import { useEffect, useReducer } from 'react';
import type { LoginState } from '@exchange/client';
import type { Address } from '@exchange/core/kernel';
import { useCell, useExchange } from '../exchange/use-exchange';
import type { TradingAccount, WalletStanding } from './trading-account';
import type { Ways } from './ways';

export const useWays = (): Ways => useExchange().ways;

/** Whom the page trades for, as it is now and whenever something of it changes. */
export interface UsedAccount {
  readonly trading: TradingAccount;
  readonly login: LoginState;
  /** Undefined while nobody is logged in. */
  readonly account: Address | undefined;
  readonly isOwn: boolean;
  readonly isLoginOver: boolean;
  readonly standing: WalletStanding;
  /** What the wallet shows, if one is linked. */
  readonly shown: Address | undefined;
  readonly walletName: string | undefined;
  readonly hasKey: boolean;
  readonly isStarting: boolean;
}

export function useAccount(): UsedAccount {
  const { account: trading } = useWays();
  const login = useCell(trading.login);
  const link = useCell(trading.link);
  const key = useCell(trading.key);
  const isStarting = useCell(trading.isStarting);
  return {
    ...{ trading, login, isStarting, hasKey: key !== undefined },
    ...{
      account: trading.account,
      isOwn: trading.isOwn,
      isLoginOver: trading.isLoginOver,
      standing: trading.standing(),
    },
    ...{ shown: link?.shows.account, walletName: link?.wallet.wallet.name },
  };
}

/** The time, Unix seconds, anew every `everyMs`. */
export function useNow(everyMs: number): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Date.now() / 1000;
}
