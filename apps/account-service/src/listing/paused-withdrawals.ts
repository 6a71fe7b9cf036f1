import type { Address } from '@exchange/core/kernel';

/** What the operator lets nobody withdraw by our hand: everything, and tokens by themselves. */
export interface PausedWithdrawals {
  readonly all: boolean;
  readonly tokens: readonly Address[];
}

export const NOTHING_PAUSED: PausedWithdrawals = { all: false, tokens: [] };

export const isPaused = ({ all, tokens }: PausedWithdrawals): boolean => all || tokens.length > 0;

/** What the rows are called, beside that of the standing check: this, and this with a token. */
export const BY_OPERATOR = 'operator';

/** As the names of a group's rows say. */
export const pausedBy = (names: readonly string[]): PausedWithdrawals => ({
  all: names.includes(BY_OPERATOR),
  tokens: names.flatMap((name) => {
    const [by, token] = name.split(':');
    return by === BY_OPERATOR && token !== undefined ? [token as Address] : [];
  }),
});

/** The names of its rows. */
export const pauseNames = ({ all, tokens }: PausedWithdrawals): string[] => [
  ...(all ? [BY_OPERATOR] : []),
  ...tokens.map((token) => `${BY_OPERATOR}:${token}`),
];
