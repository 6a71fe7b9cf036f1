import type { Signer } from '@exchange/client';
import { walletProblem } from '../../wallet/wallet-problem';
import { AsksPerson } from './quiet-wallet';

/** Thrown for a wallet that can't sign a permit, as those of contracts and some devices: a transaction allows the token then. */
export class NoPermit extends Error {
  override readonly name = 'NoPermit';
}

/** Signs permits as this signer does. Rejects with NoPermit unless a person said no, or has to do something first. */
export const permitSigner = (signer: Signer): Signer => ({
  ...signer,
  signTypedData: (domain, types, message) =>
    signer.signTypedData(domain, types, message).catch((error: unknown) => {
      const problem = walletProblem(error);
      const isUnable = problem === 'unsupported' || problem === 'failed';
      throw isUnable && !(error instanceof AsksPerson) ? new NoPermit('no permit', { cause: error }) : error;
    }),
});
