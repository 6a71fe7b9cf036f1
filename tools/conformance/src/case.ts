import type { World } from './world';

/** One statement of the interface and how it is shown to hold. */
export interface Case {
  /** The section of the seed, or of the reference for what was added. */
  readonly section: string;
  /** What holds, in one sentence. */
  readonly name: string;
  run(world: World): Promise<void>;
}

export const inSection =
  (section: string) =>
  (name: string, run: (world: World) => Promise<void>): Case => ({ section, name, run });
