/** What the page asks of the thread that has its lines; `line` is the page's number of one. */
export type ToThread =
  | { readonly what: 'open'; readonly line: number; readonly url: string }
  | { readonly what: 'send'; readonly line: number; readonly text: string }
  | { readonly what: 'close'; readonly line: number; readonly code: number | undefined }
  /** What was handed over last has been taken. */
  | { readonly what: 'taken' };

/** What the thread tells the page, a list at a time and in the order in which it happened. */
export type FromThread =
  | { readonly what: 'opened' | 'closed'; readonly line: number }
  | { readonly what: 'frame'; readonly line: number; readonly text: string };
