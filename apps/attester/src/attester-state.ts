import { Attestations } from './attestations/attestations';
import { SightedChain } from './chain/sighted-chain';
import { Cosignatures } from './cosigning/cosignatures';
import { type PromisedWithdrawal, SubmittedWithdrawals } from './cosigning/promised-withdrawals';
import { WithdrawalPause } from './cosigning/withdrawal-pause';
import { AttesterTally } from './tally';
import { KnownTrades } from './trades/known-trades';

/** Everything that the turns decide on and change; the database holds the same. */
export class AttesterState {
  readonly trades = new KnownTrades();
  readonly attestations = new Attestations();
  readonly cosignatures = new Cosignatures();
  readonly submitted = new SubmittedWithdrawals();
  readonly pause = new WithdrawalPause();
  readonly chain = new SightedChain();
  readonly tally = new AttesterTally();

  /** Every withdrawal for which a signature is out, co-signed or signed by its account. */
  promised(): readonly PromisedWithdrawal[] {
    const cosigned = this.cosignatures.signed().flatMap((request) => {
      if (request.kind !== 'withdrawal') return [];
      return [request];
    });
    return [...cosigned, ...this.submitted.all()];
  }
}
