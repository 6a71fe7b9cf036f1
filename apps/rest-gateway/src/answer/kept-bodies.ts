import type { Body } from './body';

interface Kept {
  readonly of: object;
  readonly version: number;
  readonly body: Body;
}

/** Serialised answers, each kept until what it was made from has a new version. */
export class KeptBodies {
  private readonly bodies = new Map<string, Kept>();

  /** The body called `key` made from `of` at `version`; made now unless it is kept. Keys must come from a bounded set. */
  get(key: string, of: object, version: number, make: () => Body): Body {
    const known = this.bodies.get(key);
    if (known?.version === version && known.of === of) return known.body;
    const body = make();
    this.bodies.set(key, { of, version, body });
    return body;
  }
}
