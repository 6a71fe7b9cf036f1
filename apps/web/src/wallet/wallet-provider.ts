import type { Wallet } from '@exchange/client';

/** What a wallet puts into a page (EIP-1193). Some have no events: they are asked again before each signature. */
export interface WalletProvider extends Wallet {
  on?(event: string, listener: (told: unknown) => void): unknown;
  removeListener?(event: string, listener: (told: unknown) => void): unknown;
}

/** A wallet that the page has found. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  readonly provider: WalletProvider;
}

/** Whether something that a page holds can be asked as a wallet. */
export const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
