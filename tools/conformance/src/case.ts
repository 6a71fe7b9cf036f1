import type { World } from './world';

/** One statement of the interface and how it is shown to hold. */
export interface Case {
  /** The section of the seed, or of the reference for what was added. */
  readonly section: string;
  /** What holds, in one sentence. */
  readonly name: string;
  run(world: World): Promise<void>;
}

/** Cases that run in order, with two accounts of their own; each later one may look at what earlier ones did. */
export interface CaseChapter {
  /** In which of the run's markets they trade (findMarkets). */
  readonly market: 0 | 1 | 2;
  readonly cases: readonly Case[];
}

export const inSection =
  (section: string) =>
  (name: string, run: (world: World) => Promise<void>): Case => ({ section, name, run });
