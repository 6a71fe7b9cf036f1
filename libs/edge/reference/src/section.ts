/** A part of the reference, before it is written as HTML or Markdown. */
export interface Section {
  readonly title: string;
  readonly text: readonly string[];
  readonly tables: readonly PageTable[];
  /** JSON, as it travels. */
  readonly example?: string;
}

export interface PageTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Sections under a heading. */
export interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly sections: readonly Section[];
}
