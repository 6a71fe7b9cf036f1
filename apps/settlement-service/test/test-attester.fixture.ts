import type { ContractDomain } from '@exchange/contract/chain';
import { hash } from '@exchange/core/kernel';
import type { AttestationReply, AttestationRequest } from '@exchange/core/message';
import { unpackedBatch } from '@exchange/core/settlement';
import { LocalAttesterKey, LocalKey } from '@exchange/edge/keys';
import type { BatchAttester } from '../src/attesting/batch-attester';

/** An attester's key that signs whatever it is asked for, unless the test says something else. */
export class TestAttester implements BatchAttester {
  /** What is answered in place of a signature; `silent`: nothing is. */
  answer: (request: AttestationRequest) => AttestationReply | 'silent' | undefined = () => undefined;
  readonly asked: AttestationRequest[] = [];
  readonly key: LocalAttesterKey;

  constructor(
    private readonly domain: ContractDomain,
    secret: string,
  ) {
    this.key = new LocalAttesterKey(new LocalKey(secret, 'attester'));
  }

  async attest(request: AttestationRequest): Promise<AttestationReply | undefined> {
    this.asked.push(request);
    const answer = this.answer(request);
    if (answer !== undefined) return answer === 'silent' ? undefined : answer;
    const { batchId, validUntil, orders, trades } = request;
    const batch = unpackedBatch(orders, trades);
    if (!batch) throw new Error('no batch');
    const { domain } = this;
    const { r, vs } = await this.key.attest({ domain, batchId: BigInt(batchId), validUntil, batch });
    return { kind: 'attested', r: hash(r), vs: hash(vs) };
  }
}
