/** Why a wallet didn't do what it was asked. */
export type WalletProblemKind =
  /** The person said no. */
  | 'rejected'
  /** It still asks the person about something else. */
  | 'busy'
  /** It doesn't know the method. */
  | 'unsupported'
  /** The page may not use the account: the person has to connect first. */
  | 'notConnected'
  | 'unknownChain'
  /** It shows another account, or another chain, than what was to be signed is for. */
  | 'otherAccount'
  | 'otherChain'
  | 'failed';

/** A wallet that doesn't show what is to be signed for. Nothing was signed, or what was is thrown away. */
export class WalletChanged extends Error {
  override readonly name = 'WalletChanged';

  constructor(readonly kind: 'otherAccount' | 'otherChain') {
    super(kind === 'otherAccount' ? 'the wallet shows another account' : 'the wallet is on another chain');
  }
}

/** Codes of EIP-1193, EIP-3326 and JSON-RPC, and what wallets use beside them. */
const KINDS: Readonly<Record<string, WalletProblemKind>> = {
  4001: 'rejected',
  ACTION_REJECTED: 'rejected',
  4100: 'notConnected',
  4200: 'unsupported',
  4900: 'otherChain',
  4901: 'otherChain',
  4902: 'unknownChain',
  '-32002': 'busy',
  '-32004': 'unsupported',
  '-32601': 'unsupported',
};

/** What went wrong with a wallet, by what it threw: some put the code into what they wrap. */
export function walletProblem(error: unknown): WalletProblemKind {
  if (error instanceof WalletChanged) return error.kind;
  for (let depth = 0, at: unknown = error; depth < 4 && typeof at === 'object' && at !== null; depth += 1) {
    const kind = 'code' in at ? KINDS[String(at.code)] : undefined;
    if (kind !== undefined) return kind;
    at = inner(at);
  }
  return 'failed';
}

function inner(error: object): unknown {
  if ('originalError' in error) return error.originalError;
  if ('data' in error && typeof error.data === 'object') return error.data;
  return 'cause' in error ? error.cause : undefined;
}
