import { randomKey } from '../delegates/browser-key';

/** A key of the development chain. Everybody knows it. */
export interface KnownKey {
  readonly name: string;
  readonly privateKey: string;
}

/** Accounts 2 and 3 of the mnemonic that every Ethereum development tool has, which development chains fund. */
export const TEST_ACCOUNTS: readonly KnownKey[] = [
  {
    name: 'Test account 2',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
  {
    name: 'Test account 3',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  },
];

/** Account 69 of the same, which the faucet gives from. */
export const FAUCET_KEY = '0xe6f80f9618311c0cd58f6a3fc6621cdbf6da4a72cc42e2974c98829343e7927b';

const MADE_HERE = 'development key';

/** The key that this browser made for the development chain; made when it is first asked for, and kept as it is. */
export function keyMadeHere(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(MADE_HERE);
  if (known !== null) return known;
  const key = randomKey();
  storage.setItem(MADE_HERE, key);
  return key;
}
