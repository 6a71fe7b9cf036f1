/** A batch that was attested and may still be mined. */
export interface LiveAttestation {
  /** Names the batch and its content. See content-digest.ts. */
  readonly digest: string;
  readonly batchId: number;
  /** Unix seconds of block time. */
  readonly validUntil: number;
  /** As in its words. */
  readonly tradeIds: readonly number[];
  readonly r: string;
  readonly vs: string;
}
