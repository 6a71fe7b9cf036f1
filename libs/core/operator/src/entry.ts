import { assert, type Hash } from '@exchange/core/kernel';
import { toHash } from '@exchange/core/order';
import type { ActionName } from './actions';
import { canonicalJson, type Json } from './canonical-json';

/** A hash of 32 bytes, such as SHA-256 or keccak-256. One log has one of them. */
export type Hash32 = (data: Uint8Array) => Uint8Array;

/** An action with what it says: `content` as the owner's request has it, without the order. */
export interface ActionStep {
  readonly action: ActionName;
  readonly content: Json;
}

/** What an entry of the log says, besides when and by whom. */
export type EntryContent =
  /** Waits for a second person until `expiresAt`, Unix ms. */
  | {
      readonly kind: 'proposed';
      readonly steps: readonly ActionStep[];
      readonly reason: string;
      readonly expiresAt: number;
    }
  /** What the second person said to a proposal; `approved` is followed by its orders. */
  | { readonly kind: 'approved' | 'rejected'; readonly proposal: number; readonly reason: string }
  /** Taken back by whoever proposed it. */
  | { readonly kind: 'withdrawn'; readonly proposal: number; readonly reason: string }
  /**
   * The owner of the state is to carry it out, and has the entry's sequence and hash as its order. The entry's person is who
   * wanted it; `approvals`: who agreed to it.
   */
  | {
      readonly kind: 'ordered';
      readonly action: ActionName;
      readonly content: Json;
      readonly reason: string;
      readonly approvals: readonly string[];
      readonly proposal: number | null;
    }
  /** What came of an order. */
  | { readonly kind: 'done'; readonly order: number; readonly effects: Json }
  | { readonly kind: 'refused'; readonly order: number; readonly code: string; readonly message: string };

/** An entry of the audit log. */
export type AuditEntry = EntryContent & {
  /** 1 for the first. */
  readonly seq: number;
  /** Unix ms. */
  readonly at: number;
  /** Who did it; of what came of an order: who had wanted it. */
  readonly person: string;
  /** The hash of the entry before it; {@link NO_ENTRY} of the first. */
  readonly prev: Hash;
};

/** An entry as it is stored: `body` is its canonical text, `hash` that of the text's bytes. */
export interface StoredEntry {
  readonly seq: number;
  readonly hash: Hash;
  readonly body: string;
}

/** Where a log stands: its newest entry. */
export interface LogHead {
  readonly seq: number;
  readonly hash: Hash;
}

const encoder = new TextEncoder();

/** What the first entry follows. */
export const NO_ENTRY = toHash(new Uint8Array(32));

/** The head of a log without entries. */
export const EMPTY_LOG: LogHead = { seq: 0, hash: NO_ENTRY };

/** The hash of an entry's text in UTF-8. */
export const bodyHash = (body: string, hash: Hash32): Hash => toHash(hash(encoder.encode(body)));

/** The bytes and the hash of an entry that is new. Throws on a content that isn't {@link Json}. */
export function storedEntry(entry: AuditEntry, hash: Hash32): StoredEntry {
  const body = canonicalJson(entry as unknown as Json);
  return { seq: entry.seq, hash: bodyHash(body, hash), body };
}

/** Puts an entry behind the newest one. */
export function chained(
  head: LogHead,
  said: { readonly at: number; readonly person: string },
  content: EntryContent,
): AuditEntry {
  return { ...content, ...said, seq: head.seq + 1, prev: head.hash };
}

/** Reads an entry that was verified, or that this process wrote. */
export function readEntry({ seq, body }: StoredEntry): AuditEntry {
  const entry = JSON.parse(body) as AuditEntry;
  assert(entry.seq === seq, `the entry of sequence ${seq} says that it is ${entry.seq}`);
  return entry;
}
