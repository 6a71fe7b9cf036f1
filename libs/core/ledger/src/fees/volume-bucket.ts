/** What an account traded in one hour. */
export interface VolumeBucket {
  readonly hour: number;
  /** Wei. */
  readonly volume: bigint;
}
